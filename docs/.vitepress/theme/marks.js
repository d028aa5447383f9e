// The points of an example as a picture, for the page and for the files in docs/pictures.

/** Colours that colour-blind readers can distinguish. */
const colours = ['#0072b2', '#d98200', '#009e73', '#cc79a7', '#56b4e9', '#882255'];
/** Colours of a response with many values, from the lowest to the highest. */
const scale = ['#0072b2', '#2b759a', '#577882', '#827a6a', '#ae7d52', '#d9803a'];

/** A function from a label to a colour: that of its class, or of its place between the lowest and the highest response. */
function colouring(labels) {
  const known = [...new Set(labels)];
  if (known.length <= colours.length) return (label) => colours[known.indexOf(label)];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return (label) => scale[Math.min(Math.floor((scale.length * (label - low)) / (high - low)), scale.length - 1)];
}

/** The view of a square picture and one path a colour, whose lines without length are dots. Points are { x, y, label }; y points up. */
export function marks(points) {
  const reach = 1.08 * Math.max(...points.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])) || 1;
  const place = (value) => Math.round((100 * value) / reach);
  const colour = colouring(points.map(({ label }) => label));
  const dots = new Map();
  for (const { x, y, label } of points) {
    const stroke = colour(label);
    dots.set(stroke, `${dots.get(stroke) ?? ''}M${place(x)} ${place(-y)}h0`);
  }
  const paths = [...dots].map(([stroke, d]) => ({ stroke, d }));
  return { viewBox: '-100 -100 200 200', 'stroke-width': 4, 'stroke-linecap': 'round', paths };
}
