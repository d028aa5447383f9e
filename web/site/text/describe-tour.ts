/** The places of a plane that moves, in words. */

import type { Station } from '../tour/view.ts';
import { methodText } from './en/labels.ts';
import { tour } from './en/tour.ts';
import { percent, plain } from './numbers.ts';

export const stationName = (name: Station['name']): string =>
  'method' in name ? methodText[name.method].name : tour.epoch(plain(name.epoch));

/** The place at a position: a station, or the way between two. Random planes have numbers instead of stations. */
export function placeName(position: number, stations: readonly Station[]): string {
  const nameAt = (index: number) => {
    const station = stations[index];
    return station ? stationName(station.name) : tour.planeNumber(plain(index + 1));
  };
  const index = Math.floor(position);
  const share = position - index;
  return share === 0 ? nameAt(index) : tour.between(nameAt(index), nameAt(index + 1), percent(share, 0));
}
