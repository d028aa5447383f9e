/** Strings of the true plane of generated data. */

import { live } from '../language.svelte.ts';

export const truth = live('truth', {
  title: 'The true plane',
  picture: 'The fit samples on the true plane, coloured by class',
  caption: 'The truth: the same samples on the plane that was hidden in the data.',
  dial: (angle: string) => `TRIP’s plane is ${angle} off the true plane`,
  angle: 'between TRIP’s plane and the true one',
  other: (method: string, angle: string) => `${method} ${angle}`,
  others: (methods: readonly string[]) => methods.join(', '),
  measures:
    'Two numbers tell how far a plane is from the true one. The page gives degrees: “plane off by” is the larger of the two principal angles between both planes, 0° for the true plane, 90° where one direction of it is missing. The report gives the overlap, the mean squared cosine of both angles: 1 for the true plane, 0.5 where one direction is right and the other is missing, 0 where both are. A plane counts as found above an overlap of 0.8, for example with two angles below 26.5°.',
  stick: (directions: number, axes: number) => {
    const others = axes - directions === 1 ? 'its last axis is the direction' : 'its other axes are the directions';
    const rest = `${others} in which the rest of the data varies most, whatever the classes.`;
    return directions === 1
      ? `LDA’s picture is a stick, since one direction tells two classes apart: ${rest}`
      : `LDA’s picture is flat, since ${directions} directions tell ${directions + 1} classes apart: ${rest}`;
  },
});
