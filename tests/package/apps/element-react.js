import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import 'trip-wasm/element';
import { hear, prepare } from './element-model.js';

const { model, data, samples } = await prepare();
createRoot(document.querySelector('main')).render(
  createElement('trip-plane', { model, data, samples, arrows: 2, onprobe: hear, onselect: hear }),
);
