/** The entry `trip-wasm/element`: defines the custom element `<trip-plane>` where a page imports it; elsewhere it defines nothing. */

import type { Dataset, Model } from 'trip-wasm';
import { figureOf, methodName } from '../captions.js';
import type { Figure } from '../figure.js';
import { drawLoadings, placeLoadings } from '../loadings.js';
import { numberText } from '../numbers.js';
import type { Palette } from '../palette.js';
import { nearestSample, predictionAt } from '../probe.js';
import { drawProbe } from '../probed.js';
import { drawScene } from '../scene.js';
import type { Prediction, SampleRef } from '../types.js';
import { openCanvas } from './plain-surface.js';
import { planeAttributes, planeOptions, planeProperties } from './plane-attributes.js';
import { legendItems, make, tableOf } from './plane-parts.js';
import { setColours, stylesOf } from './plane-style.js';
import { darkQuery, forcedQuery, planePalette } from './plane-theme.js';
import type { TripPlaneElement, TripProbe, TripSample } from './plane-types.js';
import { directions, placeUnder } from './pointer.js';

export type { TripPlaneElement, TripProbe, TripSample } from './plane-types.js';

type Place = readonly [number, number];

const setNames = { train: 'data', test: 'samples' } as const;
const own = ['model', 'data', 'samples', 'selected'] as const;

/** Servers have no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

interface Given {
  model?: Model | undefined;
  data?: Dataset | undefined;
  samples?: Dataset | undefined;
}

class PlaneElement extends Base {
  static readonly observedAttributes = planeAttributes;

  readonly #given: Given = {};
  #ring: TripSample | undefined;
  #figure: Figure | undefined;
  #palette: Palette | undefined;
  #at: Place | undefined;
  /** Predictions of a set: probabilities, or values. */
  readonly #predictions = new Map<string, ArrayLike<number>>();
  #side = 0;
  #waiting = 0;
  #outdated = true;
  #connection: AbortController | undefined;

  #sheet = stylesOf(this.attachShadow({ mode: 'open' }));
  readonly #heading = make('b');
  readonly #scoreLine = make('span');
  readonly #picture = make('canvas');
  readonly #overlay = make('canvas');
  readonly #plot = make(
    'div',
    { class: 'plot', part: 'plot', role: 'application', 'aria-describedby': 'probe', tabindex: '0' },
    this.#picture,
    this.#overlay,
  );
  readonly #probeLine = make('p', { class: 'probe', id: 'probe', part: 'probe', 'aria-live': 'polite' });
  readonly #legendList = make('ul', { part: 'legend', 'aria-label': 'Legend' });
  readonly #note = make('p', { class: 'note', part: 'note' });
  readonly #failure = make('p', { role: 'alert', part: 'error' });
  readonly #details = make('details', { part: 'table' }, make('summary', {}, 'Table of the samples'));
  readonly #content = make(
    'figure',
    { part: 'figure' },
    make('figcaption', { part: 'caption' }, this.#heading, this.#scoreLine),
    ...[this.#plot, this.#probeLine, this.#legendList, this.#note, this.#failure, this.#details],
  );

  constructor() {
    super();
    this.shadowRoot?.append(this.#content);
    this.#plot.setAttribute('aria-roledescription', 'projection');
    this.#plot.addEventListener('pointermove', (event) => this.#pointTo(event));
    this.#plot.addEventListener('pointerdown', (event) => this.#pointTo(event));
    this.#plot.addEventListener(
      'pointerleave',
      ({ pointerType }) => pointerType === 'mouse' && this.#moveTo(undefined),
    );
    this.#plot.addEventListener('click', () => this.#choose());
    this.#plot.addEventListener('blur', () => this.#moveTo(undefined));
    this.#plot.addEventListener('keydown', (event) => this.#press(event));
    this.#details.addEventListener('toggle', () => this.#fillTable());
  }

  get model() {
    return this.#given.model;
  }
  set model(model) {
    this.#give({ model });
  }
  get data() {
    return this.#given.data;
  }
  set data(data) {
    this.#give({ data });
  }
  get samples() {
    return this.#given.samples;
  }
  set samples(samples) {
    this.#give({ samples });
  }
  get selected() {
    return this.#ring;
  }
  set selected(sample) {
    this.#ring = sample;
    this.#drawOverlay();
  }

  connectedCallback(): void {
    // Properties that were set before the element was defined hide those of the class.
    for (const name of [...own, ...Object.keys(planeProperties)]) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    const observer = new ResizeObserver(([entry]) => {
      this.#side = entry?.contentRect.width ?? 0;
      this.#request();
    });
    observer.observe(this.#plot);
    signal.addEventListener('abort', () => observer.disconnect());
    for (const query of [darkQuery, forcedQuery])
      matchMedia(query).addEventListener('change', () => this.#request(), { signal });
    // The style sheet makes a transition of a colour that follows the scheme, since pages change it without a media query.
    this.#plot.addEventListener('transitionrun', () => this.#request(), { signal });
    this.#watchRatio(signal);
    this.#request();
  }
  disconnectedCallback(): void {
    this.#connection?.abort();
    cancelAnimationFrame(this.#waiting);
    this.#waiting = 0;
  }
  adoptedCallback(): void {
    this.#sheet = stylesOf(this.shadowRoot as ShadowRoot);
  }
  attributeChangedCallback(): void {
    this.#outdated = true;
    this.#request();
  }

  #give(change: Given): void {
    Object.assign(this.#given, change);
    this.#ring = undefined;
    this.#outdated = true;
    this.#request();
  }

  /** Draws in the next animation frame. */
  #request(): void {
    if (!this.isConnected || this.#waiting) return;
    this.#waiting = requestAnimationFrame(() => {
      this.#waiting = 0;
      if (this.#outdated) this.#compute();
      this.#paint();
    });
  }

  #watchRatio(signal: AbortSignal): void {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const changed = () => {
      this.#watchRatio(signal);
      this.#request();
    };
    query.addEventListener('change', changed, { once: true, signal });
  }

  #compute(): void {
    const { model, data, samples } = this.#given;
    this.#outdated = false;
    this.#figure = undefined;
    // The place of the probe belongs to the picture before.
    this.#moveTo(undefined);
    this.#predictions.clear();
    this.#fail(undefined);
    if (model && data) {
      try {
        this.#figure = figureOf(model, data, planeOptions(this, model, samples)).figure;
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#fillTable();
  }

  #paint(): void {
    const [figure, side] = [this.#figure, this.#side];
    this.#content.hidden = figure === undefined && this.#failure.hidden;
    for (const part of [this.#plot, this.#probeLine, this.#legendList, this.#note]) part.hidden = figure === undefined;
    this.#details.hidden = figure === undefined || this.getAttribute('table') === 'off';
    const palette = planePalette(this.#plot, this.getAttribute('theme'));
    this.#palette = palette;
    setColours(this.#sheet, palette);
    const { title = '', subtitle = '', notes = [], legend = [] } = figure ?? {};
    this.#heading.textContent = title;
    this.#scoreLine.textContent = subtitle;
    this.#note.textContent = notes.join(' ');
    this.#legendList.replaceChildren(...legendItems(legend, palette));
    const help = 'Arrow keys move the probe, Enter chooses the nearest sample, Escape leaves.';
    const label =
      this.getAttribute('label') ||
      `${figure ? title || methodName(this.model as Model) : 'TRIP'}: samples projected to a plane, with predictions. ${help}`;
    this.#plot.setAttribute('aria-label', label);
    if (!figure || side === 0) return;
    const surface = openCanvas(this.#picture, side);
    surface.context.fillStyle = palette.paper;
    surface.context.fillRect(0, 0, side, side);
    drawScene(surface, { ...figure.scene, bare: false }, palette);
    drawLoadings(surface.context, placeLoadings(figure.loadings, side), side, palette);
    this.#drawOverlay();
  }

  #drawOverlay(): void {
    const [figure, palette, side, at, ring] = [this.#figure, this.#palette, this.#side, this.#at, this.#ring];
    if (!figure || !palette || side === 0) return;
    const { picture } = figure.scene;
    const surface = openCanvas(this.#overlay, side);
    const near = at ? [nearestSample(picture, at, true).nearest] : [];
    const chosen: SampleRef[] = ring ? [{ set: ring.set === 'data' ? 'train' : 'test', index: ring.index }] : [];
    const rings = [...near, ...chosen].filter(({ set, index }) => 2 * index < picture[set].length);
    drawProbe(surface.context, { picture, rings, cross: at }, side, palette);
  }

  #pointTo(event: PointerEvent): void {
    if (this.#figure) this.#moveTo(placeUnder(event, this.#picture, this.#figure.scene.picture));
  }

  #press(event: KeyboardEvent): void {
    const direction = directions[event.key];
    const [figure, at] = [this.#figure, this.#at];
    if (event.key === 'Escape') this.#moveTo(undefined);
    if (event.key === 'Enter') this.#choose();
    if (!direction || !figure) return;
    event.preventDefault();
    const { centre, extent } = figure.scene.picture;
    const step = extent / (event.shiftKey ? 5 : 25);
    const along = (axis: 0 | 1) => {
      const value = (at as Place)[axis] + step * direction[axis];
      return Math.max(centre[axis] - extent, Math.min(centre[axis] + extent, value));
    };
    this.#moveTo(at ? [along(0), along(1)] : centre);
  }

  #moveTo(at: Place | undefined): void {
    if (at === undefined && this.#at === undefined) return;
    this.#at = at;
    let detail: TripProbe | null = null;
    try {
      detail = at ? this.#probeAt(at) : null;
    } catch (error) {
      this.#at = undefined;
      this.#fail(error);
    }
    this.#probeLine.textContent = detail ? this.#probeText(detail) : '';
    this.#drawOverlay();
    this.#send('probe', detail);
  }

  #probeAt(at: Place): TripProbe {
    const { scene, response } = this.#figure as Figure;
    const { nearest, distance } = nearestSample(scene.picture, at, true);
    const { plane } = scene.picture;
    const prediction = plane ? predictionAt(this.model as Model, plane, at, response) : this.#predictionOf(nearest);
    const sample = { set: setNames[nearest.set], index: nearest.index };
    return { x: at[0], y: at[1], sample, distance, prediction };
  }

  /** The prediction of a sample; those of its whole set are computed once. */
  #predictionOf({ set, index }: SampleRef): Prediction {
    const model = this.model as Model;
    const data = this.#given[setNames[set]] as Dataset;
    const regression = model.spec.task === 'regression';
    const all = this.#predictions.get(set) ?? (regression ? model.predict(data) : model.predictProba(data));
    this.#predictions.set(set, all);
    const { outputs } = model.spec;
    const values = Array.from({ length: outputs }, (_, k) => all[index * outputs + k] as number);
    return regression ? { value: values[(this.#figure as Figure).response] as number } : { probabilities: values };
  }

  #probeText({ prediction, sample }: TripProbe): string {
    const values = this.#ranked(prediction).map(([name, chance]) => (chance === '' ? name : `P(${name}) ${chance}`));
    const kind = sample.set === 'data' ? 'sample' : 'test sample';
    return `${values.slice(0, 3).join(', ')} · nearest: ${kind} ${sample.index + 1}`;
  }

  /** The names of the classes with their probabilities, highest first; the value of a regression, with an empty text. */
  #ranked(prediction: Prediction): (readonly [string, string])[] {
    if ('value' in prediction) return [[numberText(prediction.value, 4), '']];
    const names = this.model?.spec.classNames ?? [];
    return prediction.probabilities
      .map((probability, label) => ({ probability, label }))
      .sort((a, b) => b.probability - a.probability || a.label - b.label)
      .map(({ probability, label }) => [names[label] ?? '', probability.toFixed(2)]);
  }

  #choose(): void {
    const [figure, at] = [this.#figure, this.#at];
    if (!figure || !at) return;
    const { nearest } = nearestSample(figure.scene.picture, at, true);
    this.selected = { set: setNames[nearest.set], index: nearest.index };
    this.#send('select', this.#ring);
  }

  /** The table is made when it is opened. */
  #fillTable(): void {
    const [summary] = this.#details.children;
    this.#details.replaceChildren(summary as Element);
    const figure = this.#figure;
    if (!this.#details.open || !figure) return;
    try {
      this.#details.append(this.#tableFor(figure));
    } catch (error) {
      this.#fail(error);
    }
  }

  #tableFor(figure: Figure): HTMLElement {
    const { picture } = figure.scene;
    const { train, test } = picture.stage.material;
    const fit = picture.train.length / 2;
    const names = train.classNames ?? [];
    const heads = ['Sample', 'Set', names.length > 0 ? 'Class' : 'Response', 'Prediction', 'Probability', 'x', 'y'];
    return tableOf('Samples', heads, fit + picture.test.length / 2, (row) => {
      const ref: SampleRef = row < fit ? { set: 'train', index: row } : { set: 'test', index: row - fit };
      const { labels, targets } = (ref.set === 'train' ? train : test) ?? {};
      const response = targets ? numberText(targets[ref.index] as number, 4) : (names[labels?.[ref.index] ?? -1] ?? '');
      const place = [0, 1].map((axis) => numberText(picture[ref.set][2 * ref.index + axis] as number, 3));
      const [prediction = ['', '']] = this.#ranked(this.#predictionOf(ref));
      return [String(ref.index + 1), ref.set === 'train' ? 'fit' : 'test', response, ...prediction, ...place];
    });
  }

  /** Shows an error, or none. */
  #fail(error: unknown): void {
    this.#failure.hidden = error === undefined;
    this.#failure.textContent = error === undefined ? '' : (error as Error).message;
    if (error !== undefined) this.#send('error', error);
  }

  #send(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
Object.defineProperties(PlaneElement.prototype, planeProperties);

/** The class of `<trip-plane>`. `new TripPlane()` makes an element; servers can import it, but not make elements. */
export const TripPlane = PlaneElement as unknown as {
  /** Makes an element. */
  new (): TripPlaneElement;
  /** That of all elements. */
  readonly prototype: TripPlaneElement;
};

if (globalThis.customElements && !customElements.get('trip-plane')) customElements.define('trip-plane', PlaneElement);
