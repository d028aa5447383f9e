/** One call for all changes between two animation frames. */

/** Milliseconds after which a call is made without an animation frame: browsers draw nothing in the background. */
const longest = 200;

/**
 * Returns a function that calls `work` in the next animation frame, once for any number of requests. Without animation frames, as in Node, it
 * calls in a task of its own.
 */
export function onceAFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const run = () => {
    clearTimeout(timer);
    globalThis.cancelAnimationFrame?.(frame);
    timer = undefined;
    work();
  };
  return () => {
    if (timer !== undefined) return;
    timer = setTimeout(run, 'requestAnimationFrame' in globalThis ? longest : 0);
    frame = globalThis.requestAnimationFrame?.(run) ?? 0;
  };
}
