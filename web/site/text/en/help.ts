/** Names and help texts of everything that can be operated. */

import type { ChoiceInTraining, Name, State } from '../../link/state.ts';
import { plateauEpochs, plateauImprovement } from '../../training/plateau.ts';
import { frameBytes } from '../../training/track.ts';
import { live } from '../language.svelte.ts';

export interface Help {
  readonly label: string;
  readonly help: string;
}

export const controlHelp = live('controlHelp', {
  data: {
    label: 'Data',
    help: 'What is trained on. Choosing data also chooses settings that suit them; all of these can be changed.',
  },
  dataSeed: {
    label: 'Data seed',
    help: 'Names one random draw of the data, the hidden rotation too; of real data it names which samples are kept for testing. The same number always gives the same data, in every browser.',
  },
  samplesPerClass: {
    label: 'Samples per class',
    help: 'Points on each arm, ring or strand. The spiral has another 10 per class that are pure noise. A test set of the same size is drawn beside them.',
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
  rank: {
    label: 'Axes kept (J)',
    help: 'How many axes the projection keeps: of the variables, or of each mode of a matrix or cube. Three axes of vectors are shown as a space that can be turned.',
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
    help: 'Passes over the fit data, after which the training ends. The paper takes 2000. A longer training begins with the very bits of a shorter one.',
  },
  batchSize: {
    label: 'Batch size',
    help: 'Samples that one optimisation step looks at. More than there are means all of them at once.',
  },
  learningRate: {
    label: 'Learning rate',
    help: 'Length of Adam’s steps. Too small and nothing moves; too large and the training jumps about or breaks down.',
  },
  learningRateDecay: {
    label: 'Learning rate over time',
    help: 'Constant, or falling to zero along half a cosine until the last epoch. A longer training then differs from its first step on, so Go on and Half the rate need a constant one.',
    choices: { none: 'constant', cosine: 'cosine' },
  },
  speed: {
    label: 'Speed',
    help: 'Slows the training down for watching, most of all at first, when the plane turns; or lets it run as fast as it can. The result is the same to the last bit.',
  },
  testPoints: {
    label: 'Test points',
    help: 'Shows the samples that were never trained on, as hollow marks.',
  },
  mode: {
    label: 'Mode on view',
    help: 'Which side of the matrices or cubes is drawn: every mode has a projection of its own. The samples are shown on its first two rotated axes.',
  },
  yaw: {
    label: 'Turn',
    help: 'Walks around the three axes. Dragging a picture does the same. The colours lie on the plane through the middle that faces you.',
  },
  pitch: { label: 'Tilt', help: 'Looks from further above or below. Dragging a picture up or down does the same.' },
  target: {
    label: 'Class to explain',
    help: 'Axes, arrows and bars say what moves the probability of this class. Matrices and cubes are also turned to suit it. Among more than ten classes it stands out in the pictures.',
  },
  sigma: {
    label: 'Neighbourhood (σ)',
    help: 'How far around a sample its local explanation looks, in units of the picture’s axes. Automatic is the median distance of a sample to its nearest neighbour. A small width sees few samples; a large one sees the overall trend.',
  },
  arrows: {
    label: 'Arrows',
    help: 'At each sample the direction in which the prediction rises most, coloured by the class of the sample. All are drawn at one scale, the longest at an eighth of the picture.',
  },
  listed: {
    label: 'Variables listed',
    help: 'How many variables each list shows, those of largest weight first. The file holds all of them.',
  },
  discrete: {
    label: 'Hard colours',
    help: 'Paints every place in the full colour of its most probable class, instead of fading towards the border.',
  },
  gridFrom: {
    label: 'λ from',
    help: 'The smallest lambda of the grid. The others lie at equal factors between it and the largest.',
  },
  gridTo: { label: 'λ to', help: 'The largest lambda of the grid.' },
  gridSteps: { label: 'Values of λ', help: 'How many lambdas the grid has, both ends included.' },
  gridDepths: {
    label: 'Depths',
    help: 'The present number of hidden layers alone, or a row for each number from none to four.',
  },
  gridStarts: {
    label: 'Starts of each',
    help: 'Trainings of each cell from different first planes, as many as the tool has starts at most. The lowest objective is kept; one start alone is a lottery.',
  },
  pathStep: {
    label: 'Step of the path',
    help: 'Chooses the step of the path. A link to the page opens it at the same step.',
  },
  scale: {
    label: 'Axis',
    help: 'A logarithmic axis shows small losses apart; a linear one shows their true size. Accuracies are always linear.',
  },
  measure: {
    label: 'Quantity',
    help: 'The loss alone; the objective, which is the loss plus λ times the reconstruction error and what the training lowers; or the share of right answers.',
  },
  plateau: {
    label: 'Hold at a plateau',
    help: `Holds the view at the first epoch where TRIP’s objective has become flat: its mean over ${plateauEpochs} epochs is less than ${100 * plateauImprovement} % below that of the ${plateauEpochs} before. Play goes on; some trainings rest and still find their way.`,
  },
} satisfies Record<Exclude<Name, 'curve' | 'theme' | 'language'>, Help> & {
  [N in ChoiceInTraining]: { choices: Record<State[N], string> };
});

export const buttonHelp = live('buttonHelp', {
  play: {
    label: 'Play',
    help: 'Trains all on view, or holds them. While you look back it plays what was recorded, at the speed that is chosen; after the end it trains again from the beginning.',
  },
  back: { label: 'Back', help: 'Looks ten epochs back, in all pictures at once.' },
  step: { label: 'Step', help: 'Trains ten epochs more, then waits; while you look back it moves ten epochs on.' },
  rewind: { label: 'Rewind', help: 'Back to the untrained plane of the same seeds; Play then repeats the same bits.' },
  timeline: {
    label: 'Epoch',
    help: `Looks back at any moment of the training, in all pictures at once. Arrow keys move ten epochs. Up to 201 moments of every training are kept, all together within ${frameBytes / 2 ** 20} MB.`,
  },
  goOn: {
    label: 'Go on',
    help: 'Trains longer: the finished training goes on where it ended, with the very bits that a long training would have had.',
  },
  halveHere: {
    label: 'Half the rate from epoch',
    help: 'The training up to the epoch on view stays as it is; from there it is trained again with half the learning rate. After the end it goes on for longer. Links repeat both parts.',
  },
  newStart: { label: 'New start', help: 'Draws another start seed: other first planes, same data.' },
  newData: { label: 'New data', help: 'Draws another data seed: another spiral in another hidden plane.' },
  sample: {
    label: 'Sample',
    help: 'Chooses the sample whose story is told. Clicking, tapping or pressing Enter in a picture chooses the nearest one.',
  },
  weights: {
    label: 'Save weights (CSV)',
    help: 'Saves the weight of every variable on every axis as a table that spreadsheets open.',
  },
  grid: {
    label: 'Train the grid',
    help: 'Trains the cells that are not there yet, beside what is on view. What is trained is kept: settings that come back are there at once.',
  },
  gridTable: {
    label: 'Save the grid (CSV)',
    help: 'Saves the numbers of every cell that is there as a table that is safe to open in a spreadsheet.',
  },
  curve: { label: 'Curve', help: 'Chooses whose losses are drawn, and whose answers are counted.' },
  theme: { label: 'Theme', help: 'Light, dark, or as your system is set.' },
  language: {
    label: 'Language',
    help: 'Language of all texts and numbers. Files and links are the same in every language.',
  },
  image: {
    label: 'Picture (PNG)',
    help: 'Saves the pictures side by side, with their names and scores, in the colours of the theme.',
  },
  drawing: {
    label: 'Drawing (SVG)',
    help: 'Saves the pictures as a drawing for papers and slides: sharp at any size, with names, results, legend and settings as text that can be changed.',
  },
  points: {
    label: 'Points (CSV)',
    help: 'Saves where TRIP puts each sample, with its response and prediction, as a table that is safe to open in a spreadsheet.',
  },
  model: {
    label: 'Model (JSON)',
    help: 'Saves the model of TRIP on view, scaling and names included. The package’s trip.restore reads it back to the same bits.',
  },
  samples: {
    label: 'Data (JSON)',
    help: 'Saves the fit and test samples as the package takes them; the code below reads this file.',
  },
  open: {
    label: 'Open a model …',
    help: 'Puts a saved model on view among the starts. It must have been made for data of this form.',
  },
  classLink: {
    label: 'A link for a class or for another page',
    help: 'Makes a link on which controls are locked or hidden and the path keeps its answers, and HTML that puts the tool into a page of yours. Who wants to can undo all that by editing the address: it guides, it does not guard.',
  },
  link: {
    label: 'Copy link',
    help: 'Copies a link with all settings and the fingerprint of the result. Whoever opens it is told whether they get the same result.',
  },
} satisfies Record<string, Help>);

export const methodText = live('methodText', {
  pca: { name: 'PCA', line: 'where the data vary most' },
  lda: { name: 'LDA', line: 'where the class means part' },
  tucker: { name: 'Tucker', line: 'where the data vary most' },
  trip: { name: 'TRIP', line: 'learned with the network' },
});
