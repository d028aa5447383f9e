// Links to planes that move, and the hashes of their points, computed with the page's modules in Node.
import { loadModules } from '../../build-scripts/page-modules.mjs';

/** Between two methods, along a training, a grand tour, and turned by hand. */
export const planes = {
  methods: 'v=1&a=wine&k=1&e=20&vw=plane&tp=50',
  training: 'v=1&a=wine&k=1&e=20&vw=plane&tk=training&tp=150',
  grand: 'v=1&m=7&k=1&e=20&vw=plane&tk=grand&tp=325&ts=7',
  hand: 'v=1&m=7&d=7&k=1&e=20&vw=plane&tk=hand&hm=63s2u.3502i.01z5p',
};

/** The bases of the stations of a path, and those of the methods. */
function basesOf(trip, { state, material, fitOptions, basisOf, rows }) {
  const fit = (method, more) => trip.fit(material.train, { ...fitOptions(state, material, method), ...more });
  if (state.tour !== 'training') return ['pca', 'lda', 'trip'].map((method) => basisOf(fit(method).parameters, rows));
  const model = fit('trip', { record: state.epochs + 1 });
  return [0, state.epochs / 2, state.epochs].map((epoch) => basisOf(model.frames[epoch].parameters, rows));
}

/** The hash of the points of each link. */
export async function planesInNode(trip) {
  const { modules } = await loadModules(
    '/data/state.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    '/tour/cloud.ts',
    '/tour/path.ts',
    '/tour/hand.ts',
  );
  const [{ addresses }, { catalogue }, { fitOptions }, { cloudOf, hashOf, project }, path, { Hand }] = modules;
  const { Path, basisOf, grandTour } = path;
  const found = {};
  for (const [name, hash] of Object.entries(planes)) {
    const { state, moves } = addresses.parse(hash);
    const material = await catalogue[state.data].load(trip, state);
    const { spec } = trip.fit(material.train, { ...fitOptions(state, material, 'pca'), epochs: 0 });
    const cloud = cloudOf(material, spec);
    const { rows } = cloud;
    const bases = basesOf(trip, { state, material, fitOptions, basisOf, rows });
    const at = {
      hand: () => new Hand(trip, rows, bases[0]).after(moves),
      grand: () => grandTour(trip, rows, state.tourSeed).at(state.tourAt / 100),
    };
    const along = () => new Path(trip, rows, bases.length, (index) => bases[index]).at(state.tourAt / 100);
    const plane = (at[state.tour] ?? along)();
    found[name] = hashOf(project(cloud.train, plane), project(cloud.test, plane));
  }
  return found;
}
