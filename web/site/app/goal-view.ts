/** The state and the results of the tool, as the goals of the lessons read them. */

import type { ToolView } from '../lessons/goals.ts';
import { tiltOf } from '../lessons/tilt.ts';
import type { App } from './app.svelte.ts';

export function toolViewOf(app: App): ToolView {
  const { state, results, shown, trained, choices } = app;
  // The numbers of the panels are those of the ends once these are drawn.
  const drawn = choices.methods.every((method) => shown.scores[method]?.frame === trained.frameOf(method));
  const ended = results.outcome !== undefined && !trained.lookingBack && drawn;
  const methods = choices.methods.map((method) => {
    const scores = shown.scores[method];
    const { trainScore, testScore, match } = scores ?? {};
    return [method, { fit: trainScore?.accuracy, test: testScore?.accuracy, angle: match?.furthest }];
  });
  return {
    ...{ state, ended, methods: Object.fromEntries(methods) },
    showsChosen: trained.shownStart === trained.chosen,
    hand: results.byHand,
    heaviest: shown.reading?.modes[0]?.axes[0]?.variables[0]?.name,
    tilt: tiltIn(app),
  };
}

function tiltIn({ trained, state }: App): number | undefined {
  const frame = trained.frameOf('trip');
  const truth = trained.data?.truth?.[0];
  const { dims = [], ranks = [] } = frame?.source.spec ?? {};
  if (!frame || !truth || ranks.join() !== '3') return undefined;
  return tiltOf(frame.parameters.subarray(0, 3 * (dims[0] as number)), truth, state);
}
