import { hear, prepare } from './element-model.js';

// The properties come before the definition of the element.
const plane = document.createElement('trip-plane');
for (const type of ['probe', 'select', 'error']) document.addEventListener(type, hear);
document.querySelector('main').append(plane);
globalThis.made = await prepare();
const { model, data, samples } = globalThis.made;
Object.assign(plane, { model, data, samples, arrows: 2 });
await import('trip-wasm/element');
