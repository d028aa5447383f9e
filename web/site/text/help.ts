/** Names and help texts of everything that can be operated. */

import type { Name } from '../state.ts';

export interface Help {
  readonly label: string;
  readonly help: string;
}

export const controlHelp: Readonly<Record<Exclude<Name, 'curve' | 'theme'>, Help>> = {
  dataSeed: {
    label: 'Data seed',
    help: 'Names one random draw of the data: the samples, the noise and the hidden rotation. The same number always gives the same data, in every browser.',
  },
  samplesPerClass: {
    label: 'Samples per arm',
    help: 'Points on each arm of the spiral. Another 10 per class are pure noise, and a test set of the same size is drawn beside it.',
  },
  noiseDimensions: {
    label: 'Noise dimensions',
    help: 'Directions that hold nothing but faint noise. With the two of the spiral and one loud noise direction, 97 of them make 100 dimensions.',
  },
  standardize: {
    label: 'Standardise',
    help: 'Divides every variable by its deviation first. Good habit for real tables; here it shears the hidden plane, so it is off as the data are generated.',
  },
  lambda: {
    label: 'Lambda (λ)',
    help: 'Weight of the reconstruction: how much the plane must also keep the shape of the data. Small values overfit, large ones turn TRIP into PCA.',
  },
  layers: {
    label: 'Hidden layers',
    help: 'Layers of the small network that draws the border in the plane. Without any the border is a straight line; a spiral needs two or more.',
  },
  width: {
    label: 'Units per layer',
    help: 'ReLU units in each hidden layer. More units can bend the border more often.',
  },
  startSeed: {
    label: 'Start seed',
    help: 'Names the random first plane, first weights and batch order. Rewind and Play repeat the very same training, to the last bit.',
  },
  restarts: {
    label: 'Starts',
    help: 'Independent trainings of TRIP from different first planes. The one with the lowest objective on the fit data is shown; the test data have no say.',
  },
  epochs: {
    label: 'Epochs',
    help: 'Passes over the fit data. The paper takes 2000.',
  },
  batchSize: {
    label: 'Batch size',
    help: 'Samples that one optimisation step looks at. More than there are means all of them at once.',
  },
  learningRate: {
    label: 'Learning rate',
    help: 'Length of Adam’s steps. Too small and nothing moves; too large and the training jumps about or breaks down.',
  },
  speed: {
    label: 'Speed',
    help: 'Slows the training down for watching, most of all at first, when the plane turns; or lets it run as fast as it can. The result is the same to the last bit.',
  },
  testPoints: {
    label: 'Test points',
    help: 'Shows the samples that were never trained on, as hollow marks.',
  },
  scale: {
    label: 'Axis',
    help: 'A logarithmic axis shows small losses apart; a linear one shows their true size.',
  },
};

export const buttonHelp = {
  play: { label: 'Play', help: 'Trains all three, or holds them. After the end it trains again from the beginning.' },
  step: { label: 'Step', help: 'Trains ten epochs more, then waits.' },
  rewind: { label: 'Rewind', help: 'Back to the untrained plane of the same seeds; Play then repeats the same bits.' },
  timeline: { label: 'Epoch', help: 'Looks back at any moment of the training. Arrow keys move ten epochs.' },
  newStart: { label: 'New start', help: 'Draws another start seed: other first planes, same data.' },
  newData: { label: 'New data', help: 'Draws another data seed: another spiral in another hidden plane.' },
  curve: { label: 'Curve', help: 'Chooses whose losses are drawn.' },
  theme: { label: 'Theme', help: 'Light, dark, or as your system is set.' },
  link: {
    label: 'Copy link',
    help: 'Copies a link with all settings and the fingerprint of the result. Whoever opens it is told whether they get the same result.',
  },
} as const satisfies Record<string, Help>;

export const methodText = {
  pca: { name: 'PCA', line: 'where the data vary most' },
  lda: { name: 'LDA', line: 'where the class means part' },
  trip: { name: 'TRIP', line: 'learned with the network' },
} as const;
