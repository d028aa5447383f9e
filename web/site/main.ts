import { mount } from 'svelte';
import App from './app/App.svelte';
import { allowOwnWorkers } from './browser/trusted-types.ts';
import { addresses } from './data/state.ts';
import { resolve } from './text/language.svelte.ts';
import { speak } from './text/speak.ts';

allowOwnWorkers();
const { language } = addresses.parse(location.hash).state;
const target = document.getElementById('app') as HTMLElement;
function start(): void {
  // The drawing and the sentence that stand in the HTML until now.
  target.replaceChildren();
  mount(App, { target });
}
// The page also starts when a language cannot be loaded.
speak(resolve(language, navigator.languages)).then(start, start);
