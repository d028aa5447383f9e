/** Tells when an element comes into view and stays there for a while, so that scrolling past does nothing, and when it leaves. */

/** Milliseconds in view. */
const stay = 700;
/** Share of the element that must be in view, or of the window where the element is larger. */
const share = 0.2;

/** Returns a function that ends the watch. */
export function watchView(element: Element, onChange: (inView: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer);
      const { intersectionRatio = 0, intersectionRect, rootBounds } = entry ?? {};
      const ofWindow = rootBounds && intersectionRect ? intersectionRect.height / rootBounds.height : 0;
      if (Math.max(intersectionRatio, ofWindow) >= share) timer = setTimeout(() => onChange(true), stay);
      else onChange(false);
    },
    { threshold: [0, share, 2 * share] },
  );
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
