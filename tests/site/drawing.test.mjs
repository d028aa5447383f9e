// The queue of drawings, without a browser: the test triggers frames; tasks run by themselves.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { becomes } from './support.mjs';

let queue, drawn;
const frames = [];
before(async () => {
  const loaded = await loadModules('draw/dom/queue.ts');
  const [{ DrawingQueue }] = loaded.modules;
  queue = new DrawingQueue();
  globalThis.requestAnimationFrame = (callback) => frames.push(callback);
  globalThis.document = { hidden: false };
});
after(() => {
  delete globalThis.requestAnimationFrame;
  delete globalThis.document;
});
beforeEach(() => {
  // A frame that the previous test left waiting.
  frame();
  drawn = [];
});

const frame = () => {
  for (const callback of frames.splice(0)) callback(performance.now());
};
const busy = (ms) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};
/** Draws `name` slowly. */
const drawing =
  (name, ms = 0) =>
  () => {
    busy(ms);
    drawn.push(name);
  };
/** The same drawing in steps. */
const inSteps = (name, steps) => () => {
  drawn.push(`${name} ${steps}`);
  return steps > 1 ? inSteps(name, steps - 1) : undefined;
};
const drawnBecomes = (...names) => becomes(() => drawn, names, { what: 'what has been drawn' });

test('short drawings share a frame, and only the newest drawing of an owner is drawn', () => {
  const [a, b] = [{}, {}];
  queue.schedule(a, drawing('old'));
  queue.schedule(b, drawing('b'));
  queue.schedule(a, drawing('new'));
  assert.deepEqual(drawn, []);
  frame();
  assert.deepEqual(drawn, ['new', 'b']);
  assert.equal(frames.length, 0);
});

test('a drawing known to be slow has its own task, and a frame waits to show it', async () => {
  const [long, short] = [{}, {}];
  queue.schedule(long, drawing('first', 6));
  frame();
  queue.schedule(long, drawing('long', 6));
  queue.schedule(short, drawing('short'));
  frame();
  assert.deepEqual(drawn, ['first', 'short']);
  assert.equal(frames.length, 1);
  await drawnBecomes('first', 'short', 'long');
  frame();
  assert.equal(frames.length, 0);
});

test('a picture in steps is finished before the next one begins', async () => {
  const [a, b] = [{}, {}];
  for (const owner of [a, b]) queue.schedule(owner, drawing('known', 6));
  frame();
  await drawnBecomes('known', 'known');
  drawn = [];
  queue.schedule(a, inSteps('a', 3));
  queue.schedule(b, inSteps('b', 2));
  frame();
  await drawnBecomes('a 3', 'a 2', 'a 1', 'b 2', 'b 1');
});

test('owners that are always redrawn take turns', async () => {
  const owners = ['a', 'b', 'c'];
  const objects = owners.map(() => ({}));
  for (let time = 0; time < 30; time++) {
    for (const [at, owner] of objects.entries()) queue.schedule(owner, drawing(owners[at], 5));
    frame();
    await sleep(1);
  }
  for (const owner of objects) queue.cancel(owner);
  for (const name of owners) assert.ok(drawn.filter((one) => one === name).length > 5, `${drawn}`);
});

test('nothing is drawn in the background; waiting drawings are drawn on return', async () => {
  const owner = {};
  queue.schedule(owner, drawing('first', 6));
  frame();
  queue.schedule(owner, drawing('second'));
  frame();
  document.hidden = true;
  await sleep(20);
  assert.deepEqual(drawn, ['first']);
  document.hidden = false;
  frame();
  await drawnBecomes('first', 'second');
});

test('a cancelled drawing is not drawn', async () => {
  const [soon, long] = [{}, {}];
  queue.schedule(long, drawing('known', 6));
  frame();
  queue.schedule(soon, drawing('soon'));
  queue.schedule(long, drawing('long'));
  queue.cancel(soon);
  frame();
  queue.cancel(long);
  await sleep(20);
  assert.deepEqual(drawn, ['known']);
});

test('a drawing that fails is not repeated, and the others continue', () => {
  queue.schedule({}, () => {
    drawn.push('fails');
    throw new Error('cannot be drawn');
  });
  queue.schedule({}, drawing('other'));
  assert.throws(frame, /cannot be drawn/);
  frame();
  assert.deepEqual(drawn, ['fails', 'other']);
  assert.equal(frames.length, 0);
});
