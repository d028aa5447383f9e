/** The data on the page, for components that show names of variables and know nothing else of the page: App sets a function that returns them. */

import { createContext } from 'svelte';
import type { DataId } from '../data/catalogue.ts';

export const [getShownData, setShownData] = createContext<() => DataId>();
