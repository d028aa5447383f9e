// A button that runs the example above it, prints its console and draws its points.
import { defineComponent, h, onMounted, ref } from 'vue';
import { marks } from './marks.js';

const [mostLines, mostNumbers] = [200, 24];

function textOf(value) {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (!ArrayBuffer.isView(value)) return JSON.stringify(value);
  const rest = value.length > mostNumbers ? ', ...' : '';
  return `${value.constructor.name}(${value.length}) [${value.slice(0, mostNumbers).join(', ')}${rest}]`;
}

function picture(points) {
  const { paths, ...attributes } = marks(points);
  return h(
    'svg',
    { ...attributes, role: 'img', 'aria-label': 'The projected samples' },
    paths.map((path) => h('path', path)),
  );
}

export default defineComponent({
  props: { name: { type: String, required: true } },
  setup({ name }) {
    const state = ref('unavailable');
    const lines = ref([]);
    const points = ref([]);
    // The button appears when scripts run: a browser loads no modules from a disk.
    onMounted(() => {
      state.value = 'ready';
    });
    const log = (...values) => {
      if (lines.value.length < mostLines) lines.value.push(values.map(textOf).join(' '));
    };
    async function run() {
      state.value = 'running';
      lines.value = [];
      points.value = [];
      try {
        const { default: example } = await import(
          /* @vite-ignore */ `${globalThis.__siteRoot}docs/examples/${name}.js`
        );
        // The button shows its state before a training that blocks.
        await new Promise((resolve) => setTimeout(resolve, 50));
        points.value = (await example({ log })) ?? [];
      } catch (error) {
        log(error);
      }
      state.value = 'ready';
    }
    return () => {
      if (state.value === 'unavailable') return null;
      const running = state.value === 'running';
      return h('div', { class: 'run', 'data-state': state.value }, [
        h('button', { type: 'button', disabled: running, onClick: run }, running ? 'Running' : 'Run'),
        lines.value.length > 0 &&
          h('pre', { tabindex: 0, role: 'log', 'aria-label': 'Output' }, lines.value.join('\n')),
        points.value.length > 0 && picture(points.value),
      ]);
    };
  },
});
