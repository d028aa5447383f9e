import { mount } from 'svelte';
import App from './app/App.svelte';
import { parseHash } from './link/state.ts';
import { resolve, speak } from './text/language.svelte.ts';

const { language } = parseHash(location.hash).state;
const start = () => mount(App, { target: document.getElementById('app') as HTMLElement });
// A language that cannot be had must not keep the page away.
speak(resolve(language, navigator.languages)).then(start, start);
