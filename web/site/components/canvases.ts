/** The canvases of the page: App creates them, and the components that draw get them from here. */

import { createContext } from 'svelte';
import type { Canvases } from '../../draw/dom/canvas.ts';

export const [getCanvases, setCanvases] = createContext<Canvases>();
