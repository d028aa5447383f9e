/** The settings of the page for its data: defaults and addresses. */

import { resultVersion } from 'trip-wasm';
import { Addresses, type Link as AnyLink } from '../link/address.ts';
import type { Settings as AnySettings, State as AnyState, Bounds, Preset } from '../link/state.ts';
import { catalogue, type DataId, type Entry, methodsOf } from './catalogue.ts';

export type State = AnyState<DataId>;
export type Settings = AnySettings<DataId>;
export type Link = AnyLink<DataId>;

const presets = Object.fromEntries(Object.entries(catalogue).map(([id, { preset }]) => [id, preset]));

export const addresses = new Addresses(presets as Readonly<Record<DataId, Preset>>, resultVersion);

/** The initial settings of these data. */
export const initialOf = (data: DataId): State => addresses.initialOf(data);
export const initialState = addresses.initial;

export const boundsOf = (entry: Entry): Bounds => ({ ...entry, methods: methodsOf(entry) });
