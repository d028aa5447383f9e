// The state of the trainings on view: every event in every state, and random sequences of events. No browser, no WebAssembly.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { loadModules } from '../../build-scripts/page-modules.mjs';

let training;
before(async () => {
  const loaded = await loadModules('/training/training-state.ts');
  [training] = loaded.modules;
});

const alone = { kind: 'training', phase: 'alone', direct: true, playhead: undefined, failure: undefined };
const held = { ...alone, phase: 'held' };
const shown = { ...alone, phase: 'shown', direct: false };
const moving = { ...shown, playhead: 30 };
const paused = { kind: 'paused', direct: false, playhead: undefined, failure: undefined };
const looking = { ...paused, playhead: 30 };
const done = { kind: 'done', direct: true, playhead: undefined, replaying: false };
const back = { ...done, playhead: 30 };
const replaying = { ...back, replaying: true };
const failed = { ...done, kind: 'failed', failure: 'out of memory' };
const states = { alone, held, shown, moving, paused, looking, done, back, replaying, failed };
const nothing = { idle: { kind: 'idle' }, loading: { kind: 'loading' } };

const events = {
  aloneEnded: { type: 'aloneEnded' },
  reveal: { type: 'reveal' },
  finish: { type: 'finish' },
  fail: { type: 'fail', message: 'no worker' },
  swapEnded: { type: 'swap', finished: true, fromStart: true },
  swapRunning: { type: 'swap', finished: false, fromStart: false },
  play: { type: 'play', newest: 100 },
  pause: { type: 'pause' },
  seek: { type: 'seek', epoch: 40, newest: 100 },
  seekNewest: { type: 'seek', epoch: 100, newest: 100 },
  advance: { type: 'advance', epoch: 40, newest: 100 },
  advanceToNewest: { type: 'advance', epoch: 101, newest: 100 },
  rewind: { type: 'rewind' },
};

const broken = { failure: 'no worker' };
const halted = { ...done, direct: false };
/** The state after each event; an event that is not listed is ignored. */
const table = {
  alone: {
    aloneEnded: held,
    reveal: { ...alone, phase: 'shown' },
    finish: done,
    fail: { ...alone, ...broken },
    swapEnded: { ...replaying, playhead: 0 },
    pause: paused,
    seek: { ...paused, playhead: 40 },
    seekNewest: paused,
    rewind: paused,
  },
  held: {
    reveal: { ...held, phase: 'shown' },
    finish: done,
    fail: { ...held, ...broken },
    swapEnded: { ...replaying, playhead: 0 },
    pause: paused,
    seek: { ...paused, playhead: 40 },
    seekNewest: paused,
    rewind: paused,
  },
  shown: {
    finish: halted,
    fail: { ...shown, ...broken },
    swapEnded: { ...replaying, direct: false, playhead: 0 },
    pause: paused,
    seek: { ...paused, playhead: 40 },
    seekNewest: paused,
    rewind: paused,
  },
  moving: {
    finish: { ...replaying, direct: false },
    fail: { ...moving, ...broken },
    swapEnded: { ...replaying, direct: false, playhead: 0 },
    pause: looking,
    seek: { ...paused, playhead: 40 },
    seekNewest: paused,
    advance: { ...moving, playhead: 40 },
    advanceToNewest: shown,
    rewind: paused,
  },
  paused: {
    finish: halted,
    fail: { ...paused, ...broken },
    swapEnded: { ...back, direct: false, playhead: 0 },
    play: shown,
    seek: { ...paused, playhead: 40 },
    rewind: paused,
  },
  looking: {
    finish: { ...back, direct: false },
    fail: { ...looking, ...broken },
    swapEnded: { ...back, direct: false, playhead: 0 },
    play: moving,
    seek: { ...paused, playhead: 40 },
    seekNewest: paused,
    rewind: paused,
  },
  done: {
    fail: { ...done, kind: 'failed', ...broken },
    swapEnded: { ...done, playhead: 0 },
    swapRunning: { ...paused, direct: true },
    // Nothing is left to play: the trainings begin again.
    play: shown,
    pause: halted,
    seek: { ...halted, playhead: 40 },
    seekNewest: halted,
    rewind: paused,
  },
  back: {
    fail: { ...back, kind: 'failed', ...broken },
    swapEnded: { ...back, playhead: 0 },
    swapRunning: { ...looking, direct: true },
    play: replaying,
    pause: { ...back, direct: false },
    seek: { ...halted, playhead: 40 },
    seekNewest: halted,
    rewind: paused,
  },
  replaying: {
    fail: { ...replaying, kind: 'failed', ...broken },
    swapEnded: { ...replaying, playhead: 0 },
    swapRunning: { ...moving, direct: true },
    pause: { ...back, direct: false },
    seek: { ...halted, playhead: 40 },
    seekNewest: halted,
    advance: { ...replaying, playhead: 40 },
    advanceToNewest: done,
    rewind: paused,
  },
  failed: {
    swapEnded: { ...failed, playhead: 0 },
    swapRunning: { ...paused, direct: true, failure: failed.failure },
    play: { ...shown, failure: failed.failure },
    pause: { ...failed, direct: false },
    seek: { ...failed, direct: false, playhead: 40 },
    seekNewest: { ...failed, direct: false },
    rewind: { ...paused, failure: failed.failure },
  },
};

test('every event in every state of a training leads to the state in the table, or is ignored', () => {
  for (const [name, state] of Object.entries(states))
    for (const [event, value] of Object.entries(events))
      assert.deepEqual(training.next(state, value), table[name][event] ?? state, `${event} in ${name}`);
});

test('while nothing is trained, all events except begin, load and stop are ignored', () => {
  for (const state of Object.values(nothing))
    for (const event of Object.values(events)) assert.equal(training.next(state, event), state, event.type);
});

test('load, stop and begin lead to the same state from every state', () => {
  for (const state of Object.values({ ...states, ...nothing, broken: { ...moving, ...broken } })) {
    assert.deepEqual(training.next(state, { type: 'load' }), nothing.loading);
    assert.deepEqual(training.next(state, { type: 'stop' }), nothing.idle);
    assert.deepEqual(training.next(state, { type: 'begin', direct: true, from: undefined }), alone);
    assert.deepEqual(training.next(state, { type: 'begin', direct: false, from: 30 }), moving);
  }
});

test('the state determines the allowed actions', () => {
  const allowed = (state) => Object.entries(training.allowed(state)).flatMap(([name, yes]) => (yes ? [name] : []));
  for (const state of Object.values(nothing)) assert.deepEqual(allowed(state), []);
  for (const state of [alone, held, shown, moving, replaying]) assert.deepEqual(allowed(state), ['pause', 'move']);
  for (const state of [paused, looking, done, back, failed]) assert.deepEqual(allowed(state), ['play', 'move']);
});

test('a playing recording waits while the pictures of the previous training are kept', () => {
  for (const phase of ['alone', 'held']) {
    const state = { ...alone, phase, playhead: 30 };
    assert.ok(training.isReplaying(state) && training.isHeld(state));
    assert.equal(training.next(state, events.advance), state);
  }
});

const epoch = fc.oneof(fc.integer({ min: -20, max: 120 }), fc.double({ min: -20, max: 120, noNaN: true }));
const newest = fc.integer({ min: 0, max: 100 });
const anyEvent = fc.oneof(
  fc.constantFrom('load', 'stop', 'aloneEnded', 'reveal', 'finish', 'pause', 'rewind').map((type) => ({ type })),
  fc.record({ type: fc.constant('begin'), direct: fc.boolean(), from: fc.option(newest, { nil: undefined }) }),
  fc.record({ type: fc.constant('fail'), message: fc.string() }),
  fc.record({ type: fc.constant('swap'), finished: fc.boolean(), fromStart: fc.boolean() }),
  fc.record({ type: fc.constant('play'), newest }),
  fc.record({ type: fc.constantFrom('seek', 'advance'), epoch, newest }),
);

const keys = {
  idle: ['kind'],
  loading: ['kind'],
  training: ['direct', 'failure', 'kind', 'phase', 'playhead'],
  paused: ['direct', 'failure', 'kind', 'playhead'],
  done: ['direct', 'kind', 'playhead', 'replaying'],
  failed: ['direct', 'failure', 'kind', 'playhead', 'replaying'],
};

/** Invariants of every state. */
function check(state) {
  const told = JSON.stringify(state);
  assert.deepEqual(Object.keys(state).sort(), keys[state.kind], told);
  if (training.isHeld(state)) assert.ok(state.direct, `only a training at full speed is held: ${told}`);
  if (state.replaying) assert.notEqual(state.playhead, undefined, `a playhead moves: ${told}`);
  if (state.kind === 'failed') assert.equal(typeof state.failure, 'string', told);
  const playhead = training.playheadOf(state);
  // The tests advance backwards too, which the page never does; a reader who seeks is kept at 0 or later.
  assert.ok(playhead === undefined || Number.isFinite(playhead), told);
  const { play, pause, move } = training.allowed(state);
  assert.ok(!(play && pause), told);
  assert.equal(move, play || pause, told);
}

test('every sequence of events keeps the invariants of the states', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (sequence) => {
      let state = nothing.idle;
      for (const event of sequence) {
        const before = state;
        const frozen = JSON.stringify(before);
        state = training.next(before, event);
        check(state);
        assert.equal(JSON.stringify(before), frozen, 'the state before is not changed');
        assert.deepEqual(training.next(before, event), state, 'the same event leads to the same state');
        const after = (type) => training.next(state, { type, newest: 100 });
        if (training.allowed(state).pause) assert.ok(training.allowed(after('pause')).play, 'a pause can be undone');
        if (training.allowed(state).play) assert.ok(training.allowed(after('play')).pause, 'play can be undone');
        // A failure is told until other trainings begin.
        const failure = training.failureOf(before);
        if (failure !== undefined && !['begin', 'stop', 'load'].includes(event.type))
          assert.equal(training.failureOf(state), failure);
      }
    }),
    { numRuns: 2000 },
  );
});
