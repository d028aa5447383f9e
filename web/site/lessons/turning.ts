/** The frames of a training as one plane that turns: nothing turns within the plane, so that only the change of the plane is seen. */

import type { Trip } from 'trip-wasm';
import { fieldAt, finished } from '../../draw/field.ts';
import { flatPlane } from '../../draw/geometry.ts';
import type { Field } from '../../draw/types.ts';
import type { Picture } from '../picture/picture.ts';
import { cloudOf, project } from '../tour/cloud.ts';
import { basisOf, Path } from '../tour/path.ts';
import type { TrackFrame } from '../training/track.ts';
import type { Result } from './types.ts';

/** Resolution of the predictions. */
const cells = 48;

/** Number of frames shown. */
const shown = 49;

/**
 * Frames between which the plane turns by about equal angles: it turns fast at first. A part of the distance is time, so that frames at
 * which it rests are shown too.
 */
function spread(frames: readonly TrackFrame[]): readonly TrackFrame[] {
  const rest = 60 / frames.length;
  let way = 0;
  const ways = frames.map(({ match }, at) => {
    const before = frames[at - 1]?.match?.furthest ?? match?.furthest ?? 0;
    way += at === 0 ? 0 : Math.abs((match?.furthest ?? before) - before) + rest;
    return way;
  });
  const step = way / (shown - 1);
  let next = 0;
  return frames.filter((_, at) => {
    const taken = (ways[at] as number) >= next || at === frames.length - 1;
    if (taken) next = (ways[at] as number) + step;
    return taken;
  });
}

interface Moment {
  readonly epoch: number;
  /** Largest angle to the true plane in degrees. */
  readonly angle: number;
}

export class Turning {
  /** One for each frame. */
  readonly moments: readonly Moment[];
  private readonly frames: readonly TrackFrame[];
  private readonly path: Path;
  private readonly fields = new Map<number, Field | undefined>();
  private readonly cloud;

  constructor(
    private readonly trip: Trip,
    private readonly result: Result,
  ) {
    const { picture } = result;
    const frames = spread(result.frames);
    this.frames = frames;
    const { spec } = (frames[0] as (typeof frames)[number]).source;
    this.cloud = cloudOf(picture.stage.material, spec);
    const { rows } = this.cloud;
    const bases = frames.map(({ parameters }) => basisOf(parameters, rows));
    this.path = new Path(trip, rows, bases.length, (index) => bases[index] as Float64Array);
    this.moments = frames.map(({ epoch, match }) => ({ epoch, angle: match?.furthest ?? Number.NaN }));
  }

  /** The frame before a position, from 0 to the number of frames less one. */
  momentAt(position: number): Moment {
    return this.moments[Math.round(position)] as Moment;
  }

  /** The picture at a position. Between frames the samples move, and the predictions are those of the nearest frame. */
  at(position: number): Picture {
    const { picture } = this.result;
    const plane = this.path.at(position);
    return {
      ...picture,
      ...{ train: project(this.cloud.train, plane), test: project(this.cloud.test, plane) },
      ...{ centre: [0, 0], plane: flatPlane, field: this.fieldOf(Math.round(position)) },
    };
  }

  private fieldOf(index: number): Field | undefined {
    if (this.fields.has(index)) return this.fields.get(index);
    const frame = this.frames[index] as TrackFrame;
    const model = this.trip.modelAt(frame.source, frame);
    try {
      const place = {
        plane: this.path.latentPlane(index),
        centre: [0, 0] as const,
        extent: this.result.picture.extent,
      };
      this.fields.set(index, finished(fieldAt(model, place, cells)));
    } finally {
      model.dispose();
    }
    return this.fields.get(index);
  }
}
