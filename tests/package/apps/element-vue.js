import 'trip-wasm/element';
import { createApp, h, shallowRef } from 'vue';
import { hear, prepare } from './element-model.js';

const made = shallowRef();
createApp({
  render: () => {
    const { model, data, samples } = made.value ?? {};
    return h('trip-plane', { model, data, samples, arrows: 2, onProbe: hear, onSelect: hear });
  },
}).mount('main');
made.value = await prepare();
