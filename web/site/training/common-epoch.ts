/** Epochs at which trainings can be compared: each has a frame of exactly that epoch, or has ended before. */

import type { TrackFrame } from './track.ts';

/** The part of a track that this file uses. */
interface Recorded {
  /** Ordered by epoch. */
  readonly frames: readonly Pick<TrackFrame, 'epoch'>[];
  /** The training has ended. */
  readonly settled: boolean;
  /** Epoch of the newest frame. */
  readonly epoch: number;
  frameAt(epoch: number): Pick<TrackFrame, 'epoch'> | undefined;
}

/** The newest common epoch that is not after `limit`; undefined when there is none. */
export function commonEpoch(tracks: readonly Recorded[], limit = Number.POSITIVE_INFINITY): number | undefined {
  if (tracks.length === 0 || tracks.some(({ frames }) => frames.length === 0)) return undefined;
  let epoch = Math.min(limit, Math.max(...tracks.map((track) => track.epoch)));
  for (let moved = true; moved; ) {
    moved = false;
    for (const track of tracks) {
      if (track.settled && track.epoch <= epoch) continue;
      const at = track.frameAt(epoch)?.epoch as number;
      if (at > epoch) return undefined;
      if (at < epoch) [epoch, moved] = [at, true];
    }
  }
  // When all have ended before the limit, the last of them has an exact frame.
  return Math.min(epoch, Math.max(...tracks.map((track) => track.epoch)));
}

/** The first common epoch from `from` on; undefined when there is none. */
export function nextCommonEpoch(tracks: readonly Recorded[], from: number): number | undefined {
  const epochs = [...new Set(tracks.flatMap(({ frames }) => frames.map(({ epoch }) => epoch)))];
  return epochs.filter((epoch) => epoch >= from && commonEpoch(tracks, epoch) === epoch).sort((a, b) => a - b)[0];
}
