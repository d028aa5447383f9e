/** Opens a saved model beside the starts of the page. */

import type { Model, Trip } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import { Refusal } from '../data/refusal.ts';
import type { App } from './app.svelte.ts';

/** Reason why a model cannot be opened. */
export type ModelProblem =
  | { readonly code: 'nothingShown' }
  /** Bytes of the file, and the most that the page reads. */
  | { readonly code: 'tooLarge'; readonly bytes: number; readonly most: number }
  /** Sizes of a sample. */
  | { readonly code: 'otherShape'; readonly given: readonly number[]; readonly wanted: readonly number[] };

/** Bytes of the largest file that is read at once without freezing the page for seconds. */
const most = 2 ** 25;

/** Shows a saved model among the starts; throws when it was trained on other data. */
export async function openModel(
  { loaded, trained }: App,
  file: Blob,
): Promise<{ fingerprint: string; accuracy?: number; rmse?: number; otherData: boolean }> {
  const { size: bytes } = file;
  if (bytes > most) throw new Refusal<ModelProblem>({ code: 'tooLarge', bytes, most });
  const text = await file.text();
  const { data } = trained;
  const model = loaded.trip.restore(text);
  try {
    if (!data) throw new Refusal<ModelProblem>({ code: 'nothingShown' });
    const [given, wanted] = [model.spec.dims, data.train.shape.slice(1)];
    if (given.join() !== wanted.join()) throw new Refusal<ModelProblem>({ code: 'otherShape', given, wanted });
    const { accuracy, rmse } = model.score(data.test);
    const { fingerprint } = model;
    const otherData = !fittedWith(loaded.trip, model, data);
    trained.add(model);
    return {
      fingerprint,
      otherData,
      ...(accuracy === undefined ? {} : { accuracy }),
      ...(rmse === undefined ? {} : { rmse }),
    };
  } catch (error) {
    model.dispose();
    throw error;
  }
}

/** Whether the objective in the model's file is that of these training data; true when the file has none, or its validation set is unknown. */
function fittedWith(trip: Trip, model: Model, { train }: Material): boolean {
  const recorded = model.restarts[model.best]?.objective;
  if (recorded === undefined) return true;
  // Only rounding in the order of summation may differ; other data differ by far more.
  const { validation, seed } = model.options as { readonly validation: number | 'dataset'; readonly seed: number };
  if (validation === 'dataset') return true;
  const fitted = validation > 0 ? trip.split(train, validation, seed).train : train;
  return Math.abs(model.score(fitted).objective - recorded) <= 1e-4 * Math.abs(recorded);
}
