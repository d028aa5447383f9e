/** The page in a frame of another page. */

/** The page has other files beside it; the one-file build has none. */
export const hosted = import.meta.env.MODE !== 'one-file';

/** Address of the one-file build: frames without an origin cannot load the files of the hosted page. */
export const frameable = () => (hosted ? new URL('trip.html', location.href).href : location.href);

/**
 * Posts the height of the content to the parent, which sizes the frame: `{ type: 'trip-height', height }`, CSS pixels. It goes to
 * any origin, because a height is no secret and a sandboxed frame cannot know its parent's; the parent knows the sender by
 * `event.source`. The page listens to no messages.
 */
export function postHeight(content: Element): void {
  if (parent === window) return;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    parent.postMessage({ type: 'trip-height', height }, '*');
  }).observe(content);
}
