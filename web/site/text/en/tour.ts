/** Strings of the plane that moves: tours, and turning by hand. */

import { live } from '../language.svelte.ts';

export const tour = live('tour', {
  region: 'One plane',
  kinds: {
    methods: 'From method to method',
    training: 'Along the training',
    grand: 'From everywhere',
    hand: 'By hand',
  },
  intro: {
    methods:
      'Every picture is one plane through the cloud. This plane turns from that of one method to that of the next.',
    training: 'TRIP’s plane turns from the beginning of its training to the end.',
    grand: 'Random planes, one after the other: the same cloud seen from elsewhere.',
    hand: 'Drag a variable. The plane turns with it, and the network is fitted again.',
  },
  waiting: 'The plane appears with the first pictures.',
  notHere: 'This model has no plane of two axes that could be moved.',
  epoch: (epoch: string) => `epoch ${epoch}`,
  between: (from: string, to: string, share: string) => `${from} → ${to}, ${share}`,
  planeNumber: (number: string) => `plane ${number}`,
  play: 'Play',
  pause: 'Pause',
  forward: 'Step forward',
  backward: 'Step back',
  stations: 'Stations',
  picture: (place: string) => `Projected samples on one plane: ${place}`,
  off: (angle: string) => `${angle} off the true plane`,
  handPlane: 'the plane by hand',
  takenPlane: (epoch: string) => `TRIP from your plane, epoch ${epoch}`,
  networkOf: (station: string) => `Colours: predictions of the network of ${station}. They fade between the stations.`,
  noNetwork: 'Between the stations no network belongs to the plane.',
  noNetworks: 'No network was trained on these planes.',

  handle: (name: string, x: string, y: string) => `${name}: ${x}, ${y}`,
  handleRole: 'handle',
  findPlaceholder: 'name of a variable',
  noVariable: (name: string) => `No variable is called “${name}”.`,
  begins: { pca: 'the plane of PCA', lda: 'the plane of LDA', random: 'a random plane' },
  yours: 'Your plane',
  unseen: 'unseen samples correct',
  error: 'error on unseen samples (RMSE)',
  fitting: 'Fitting the network …',
  stillShort: 'Short training; the whole one follows …',
  ready: 'Network fitted.',
  best: (score: string, moves: number) =>
    `Best so far: ${score}, ${moves === 0 ? 'without a move' : moves === 1 ? 'after 1 move' : `after ${moves} moves`}.`,
  others: 'The others',
  undo: (moves: number) => (moves === 0 ? 'Undo' : moves === 1 ? 'Undo (1 move)' : `Undo (${moves} moves)`),
  takeOver: 'Let TRIP take over',
  taking: (epoch: string) => `TRIP trains from your plane: epoch ${epoch}`,
  taken: (yours: string, trip: string) => `You: ${yours}. TRIP from your plane: ${trip}.`,
  takenLost:
    'A single start can end in a poor local minimum. The tool therefore trains several starts and keeps the one with the lowest objective.',
  mine: 'Back to my plane',
  linkTooShort: (moves: number) =>
    `${moves} moves are more than a link can contain: a link to this page begins with the plane before them.`,

  invitation: 'Can you beat it?',
  invite: (target: string) =>
    `A spiral hides in one plane of this cloud. TRIP finds a plane on which ${target} of the unseen samples are right. Turn the plane for a minute: can you do better? Then let TRIP take over from your plane.`,
  inviteWaiting:
    'A spiral hides in one plane of this cloud. TRIP is looking for it now. Turn the plane for a minute, then let TRIP take over from your plane.',
  beaten: 'You have beaten it!',
  exerciseLink: 'Link to this exercise, for a class',
});
