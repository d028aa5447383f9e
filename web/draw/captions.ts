/** Everything that is written beside the picture of a model: scores, axes, notes, legend. */

import type { Dataset, Model } from 'trip-wasm';
import { isDense } from './density.js';
import type { Figure } from './figure.js';
import { type LegendEntry, legendOf } from './legend.js';
import { modelPicture, vectorAxes } from './model-picture.js';
import { numberText } from './numbers.js';
import { type Chosen, chosenOf, type DrawOptions } from './options.js';
import type { Marked, Picture } from './types.js';

/** Classes listed in the legend. */
const mostListed = 24;
export const methodName = ({ spec: { method } }: Model): string =>
  method === 'tucker' ? 'Tucker' : method.toUpperCase();

/** The figure of a model and samples, with checked options. */
export function figureOf(model: Model, data: Dataset, given: DrawOptions | undefined) {
  const options = chosenOf(given);
  const { test, discrete, heat, contours } = options;
  const { picture, loadings, response } = modelPicture(model, { train: data, test }, options);
  const figure: Figure = {
    response,
    scene: { picture, testPoints: true, discrete, heat, contours, bare: true, target: undefined },
    title: options.title ?? methodName(model),
    subtitle: options.scores ? scoresOf(model, data, test, response) : '',
    notes: notesOf(model, picture, options),
    axes: options.axes ? axisNames(model, picture) : undefined,
    loadings,
    legend: options.legend ? entriesOf(picture, options) : [],
  };
  return { figure, options };
}

/** The scores in a line; empty for samples without a response. */
function scoresOf(model: Model, data: Dataset, test: Dataset | undefined, response: number): string {
  const parts = [
    { samples: test, kind: 'test ' },
    { samples: data, kind: test ? 'fit ' : '' },
  ].map(({ samples, kind }) => {
    if (!samples?.labels && !samples?.targets) return '';
    const { accuracy, rmse = 0, responses } = model.score(samples);
    const value =
      accuracy === undefined
        ? `${numberText(responses?.[response]?.rmse ?? rmse, 3)} on`
        : `${(100 * accuracy).toFixed(1)} % of`;
    return `${value} ${samples.shape[0]} ${kind}samples`;
  });
  const text = parts.filter((part) => part !== '').join(', ');
  return text && `${model.spec.task === 'regression' ? 'RMSE' : 'Right'}: ${text}`;
}

function axisNames(model: Model, { unseen, unturned, view, nearest }: Picture<Marked>): [string, string] {
  const axes = vectorAxes(model);
  if (axes === 3) return ['', ''];
  if (view === 'plane') return ['axis 1 of the plane →', '↑ axis 2 of the plane'];
  if (nearest) {
    const [across, up] = nearest.map(({ axes }) =>
      axes.length > 1
        ? axes.map((axis, k) => `mode ${k + 1} axis ${axis + 1}`).join(' × ')
        : `rotated axis ${Number(axes) + 1}`,
    );
    return [`${across} →`, `↑ ${up}`];
  }
  const name = (axes === 0 || unseen > 0) && unturned === undefined ? 'rotated axis' : 'axis';
  return [`${name} 1 →`, axes === 1 ? '' : `↑ ${name} 2`];
}

function notesOf(model: Model, picture: Picture<Marked>, options: Chosen): string[] {
  const dense = isDense({ picture, testPoints: true })
    ? [`By density${options.test ? ', fit and test alike' : ''}: stronger colours have more samples.`]
    : [];
  return [...viewNotes(model, picture, options), ...dense];
}

function viewNotes(model: Model, { unseen, view, plane }: Picture<Marked>, options: Chosen): string[] {
  const { yaw, pitch, heat, contours } = options;
  const axes = vectorAxes(model);
  if (typeof view === 'number' && !plane) return [`Samples along mode ${view + 1} of ${model.spec.ranks.length}.`];
  const others =
    unseen > 0
      ? [unseen === 1 ? 'The other axis stays at its mean.' : `The other ${unseen} axes stay at their mean.`]
      : [];
  if (view === 'plane') return ['Along this plane the predictions change most.', ...others];
  if (view !== undefined) return others;
  const slice = heat || contours ? '; predictions on the plane facing you' : '';
  if (axes === 3) return [`Seen from ${yaw}° around and ${pitch}° up${slice}.`];
  return axes === 1 ? ['Heights only keep the samples apart.'] : [];
}

function entriesOf(picture: Picture<Marked>, { test, heat, contours, discrete }: Chosen): LegendEntry[] {
  const { classNames = [] } = picture.stage.material.train;
  const { range } = picture.stage;
  const names = test ? { fit: 'fit samples', test: 'test samples' } : {};
  // The ramp names the two classes of a field.
  const fields = heat && picture.field !== undefined && (discrete || classNames.length > 2);
  const entries = legendOf({ picture, target: undefined, fields }, names, mostListed);
  if (classNames.length > mostListed) entries.unshift({ text: `${classNames.length} classes` });
  if (range) return [...entries, { text: `${numberText(range[0], 3)} to ${numberText(range[1], 3)}`, ramp: 'values' }];
  if (!picture.field) return entries;
  if (heat && !discrete && classNames.length === 2)
    entries.push({ text: `P(${classNames[1]}) from 0 to 1`, ramp: 'probability' });
  if (contours) entries.push({ text: 'boundary', line: true });
  return entries;
}
