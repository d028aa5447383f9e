/** The attributes of `<trip-plane>`, and properties of the same names. */

import type { Dataset, Model } from 'trip-wasm';
import type { DrawOptions } from '../options.js';

/** Kinds of the attributes: texts with their initial value, numbers, and switches that are on or off without the attribute. */
const kinds: Readonly<Record<string, string | number | boolean>> = {
  theme: 'auto',
  label: '',
  caption: '',
  mode: 'plane',
  arrows: 0,
  yaw: 30,
  pitch: 20,
  target: '',
  response: '',
  heat: true,
  contours: true,
  discrete: false,
  scores: true,
  legend: true,
  table: true,
};

export const planeAttributes = Object.keys(kinds);

function valueFrom(element: Element, name: string): string | number | boolean {
  const text = element.getAttribute(name);
  const initial = kinds[name] as string | number | boolean;
  if (text === null) return initial;
  if (typeof initial === 'boolean') return !/^(off|false)$/.test(text);
  const counted = typeof initial === 'number' || (name === 'mode' && /^\d+$/.test(text));
  return counted ? Number(text) : text;
}

/** Each property reads and writes its attribute; undefined and null remove it. */
export const planeProperties: PropertyDescriptorMap = Object.fromEntries(
  planeAttributes.map((name) => [
    name,
    {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return valueFrom(this, name);
      },
      set(this: Element, value: unknown) {
        if (value === undefined || value === null || value === kinds[name]) this.removeAttribute(name);
        else this.setAttribute(name, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
      },
    },
  ]),
);

/** The options of the drawing that the attributes choose. A number is an index unless it is a name. */
export function planeOptions(element: Element, { spec }: Partial<Model>, test: Dataset | undefined): DrawOptions {
  const value = <T>(name: string) => valueFrom(element, name) as T;
  const named = (name: string, names: readonly (string | undefined)[] = []) => {
    const text = value<string>(name);
    return text === '' ? undefined : /^\d+$/.test(text) && !names.includes(text) ? Number(text) : text;
  };
  const all = ['arrows', 'yaw', 'pitch', 'heat', 'contours', 'discrete', 'scores', 'legend'];
  const options: DrawOptions = Object.fromEntries(all.map((name) => [name, value(name)]));
  const [target, response] = [
    named('target', spec?.classNames),
    named(
      'response',
      spec?.responses?.map(({ name }) => name),
    ),
  ];
  return {
    ...options,
    mode: named('mode') as NonNullable<DrawOptions['mode']>,
    ...(element.hasAttribute('caption') && { title: value<string>('caption') }),
    ...(target !== undefined && { target }),
    ...(response !== undefined && { response }),
    ...(test && { test }),
  };
}
