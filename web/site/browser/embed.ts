/** The page inside of a frame of another one. */

/** There are other files beside the page; the one-file build has none. */
export const hosted = import.meta.env.MODE !== 'one-file';

/** The one-file build: frames without an origin cannot load the files of the hosted page. */
export const frameable = () => (hosted ? new URL('trip.html', location.href).href : location.href);

/**
 * Tells the parent how high the content is, so that it can size the frame: `{ type: 'trip-height', height }`, CSS pixels. It goes to
 * any origin, because a height is no secret and a sandboxed frame cannot know its parent's; the parent knows the sender by
 * `event.source`. Nothing is listened to.
 */
export function postHeight(content: Element): void {
  if (parent === window) return;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    parent.postMessage({ type: 'trip-height', height }, '*');
  }).observe(content);
}
