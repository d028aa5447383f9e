import { MediaQuery } from 'svelte/reactivity';

/** The window has no room for three pictures side by side. The style sheets use the same width. */
export const narrow = new MediaQuery('max-width: 43.99rem');
