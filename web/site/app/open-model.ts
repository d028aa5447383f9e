/** Opens a saved model beside the starts of the page. */

import type { Model } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import { Refusal } from '../data/refusal.ts';
import type { App } from './app.svelte.ts';

/** Reason why a model cannot be opened. */
export type ModelProblem =
  | { readonly code: 'nothingShown' }
  /** Sizes of a sample. */
  | { readonly code: 'otherShape'; readonly given: readonly number[]; readonly wanted: readonly number[] };

/** Shows a saved model among the starts; throws when it was trained on other data. */
export function openModel(
  { loaded, trained }: App,
  text: string,
): { fingerprint: string; accuracy?: number; rmse?: number; otherData: boolean } {
  const { data } = trained;
  const model = loaded.trip.restore(text);
  try {
    if (!data) throw new Refusal<ModelProblem>({ code: 'nothingShown' });
    const [given, wanted] = [model.spec.dims, data.train.shape.slice(1)];
    if (given.join() !== wanted.join()) throw new Refusal<ModelProblem>({ code: 'otherShape', given, wanted });
    const { accuracy, rmse } = model.score(data.test);
    const { fingerprint } = model;
    const otherData = !fittedWith(model, data);
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

/** Whether the objective in the model's file is that of these training data; true when the file has none. */
function fittedWith(model: Model, { train }: Material): boolean {
  const recorded = model.restarts[model.best]?.objective;
  if (recorded === undefined) return true;
  // Only rounding in the order of summation may differ; other data differ by far more.
  return Math.abs(model.score(train).objective - recorded) <= 1e-4 * Math.abs(recorded);
}
