/** Sentences about the axes of a picture of many coordinates, and about how much of the prediction they show. */

import type { RotatedAxis } from '../../draw/types.ts';
import type { ModeName } from '../data/catalogue.ts';
import type { Picture } from '../picture/picture.ts';
import { dataText } from './en/data.ts';
import { views } from './en/views.ts';
import { fixed, percent } from './numbers.ts';

/** Name of a rotated axis of the projected space: the axis of every mode. Vectors have one mode. */
const axisName = (modes: readonly ModeName[], axes: readonly number[]) =>
  axes.length === 1
    ? views.rotatedAxis((axes[0] as number) + 1)
    : axes.map((axis, k) => views.axisOfMode(axis + 1, modeName(modes, k))).join(' × ');

const modeName = (modes: readonly ModeName[], k: number) => dataText.modes[modes[k] as ModeName];

/** The axes of a picture. Empty where it shows all axes. */
export function axesText(picture: Picture, modes: readonly ModeName[]): string {
  const { view, nearest, unseen, unturned } = picture;
  if (view === undefined) return '';
  const sentences =
    typeof view === 'number'
      ? modeAxes(picture, view, modes)
      : [...spaceAxes(view, nearest, modes), ...reason(unturned)];
  if (unseen > 0 && typeof view !== 'number') sentences.push(views.othersAtMean(unseen));
  return sentences.join(views.gap);
}

const reason = (unturned: string | undefined) => (unturned === undefined ? [] : [views.notRotated(unturned)]);

/** Sentences about the axes of one mode of several, or of vectors with more than three axes. */
function modeAxes({ unseen, unturned, plane }: Picture, mode: number, modes: readonly ModeName[]): string[] {
  if (unturned !== undefined) return [views.modelAxes(unturned)];
  if (plane) return [views.rotatedAxes(unseen + 2)];
  const name = modeName(modes, mode);
  return [views.viewAxes(views.axisOfMode(1, name), views.axisOfMode(2, name))];
}

function spaceAxes(view: 'plane' | 'pair', nearest: Picture['nearest'], modes: readonly ModeName[]): string[] {
  const first = view === 'plane' ? [views.planeAxes] : [];
  if (!nearest) return first;
  const name = ({ axes }: RotatedAxis) => axisName(modes, axes);
  const [across, up] = nearest;
  const r = ({ correlation }: RotatedAxis) => fixed(correlation, 2);
  return view === 'pair'
    ? [views.viewAxes(name(across), name(up))]
    : [...first, views.nearestAxes(name(across), r(across), name(up), r(up))];
}

/** Differences below this are not worth a sentence. */
const small = 0.02;

/** The share of the unseen samples that the picture tells, beside that of the network; empty where the picture shows all axes. */
export function shareText({ readable, view, testScore, stage }: Picture, all: number): string {
  if (view === undefined || readable === undefined) return '';
  const { rmse, accuracy } = testScore;
  const network = rmse === undefined ? accuracy : explained(rmse, stage.material.test.targets ?? []);
  if (network === undefined) return '';
  const share = (value: number) => percent(Math.max(0, value));
  const told = (rmse === undefined ? views.readClasses : views.readValues)(all, share(network), share(readable));
  return network - readable > small ? told + views.gap + views.overlapping : told;
}

/** Share of the variance that predictions with a root mean squared error explain. */
function explained(rmse: number, values: ArrayLike<number>): number | undefined {
  const all = Array.from(values);
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const variance = all.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / all.length;
  return variance > 0 ? 1 - (rmse * rmse) / variance : undefined;
}
