/** Labels and help texts of all controls. */

import type { Button } from '../../link/audience.ts';
import type { GroupChoice, Name, State } from '../../link/state.ts';
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
    help: 'The data to train on. Choosing data also chooses settings that suit them; all of these can be changed.',
  },
  dataSeed: {
    label: 'Data seed',
    help: 'Fixes the random draw of generated data, including the hidden rotation. With real data it fixes which samples are kept for testing. The same number gives the same data in every browser.',
  },
  samplesPerClass: {
    label: 'Samples per class',
    help: 'Samples of each class on the hidden shape. The spiral has another 10 per class that are pure noise. A test set of the same size is also drawn.',
  },
  noiseDimensions: {
    label: 'Noise dimensions',
    help: 'Directions that contain only weak noise. The spiral has two directions and strong noise has one, so 97 of these make 100 dimensions.',
  },
  standardize: {
    label: 'Standardise',
    help: 'Divides every variable by its standard deviation first. This is good practice for real tables. It distorts the hidden plane of generated data, so it is off there.',
  },
  lambda: {
    label: 'Lambda (λ)',
    help: 'Weight of the reconstruction error: how much the plane must also keep the shape of the data. Small values overfit, large ones turn TRIP into PCA.',
  },
  ranks: {
    label: 'Axes kept (J)',
    help: 'Number of axes that the projection keeps: for the variables, or for each mode of a matrix or cube. Three axes of vectors are shown as a space that can be turned.',
  },
  hiddenLayers: {
    label: 'Hidden layers',
    help: 'Hidden layers of the small network that draws the decision boundary in the plane. With none, the boundary is a straight line. A spiral needs two or more.',
  },
  hiddenWidth: {
    label: 'Units per layer',
    help: 'ReLU units in each hidden layer. With more units, the boundary can bend more often.',
  },
  seed: {
    label: 'Start seed',
    help: 'Fixes the random first plane, first weights and batch order. Rewind and Play repeat exactly the same training, bit for bit.',
  },
  restarts: {
    label: 'Starts',
    help: 'Independent trainings of TRIP. Each draws its own first plane, first weights and batch order. The one with the lowest objective on the fit data is shown. The choice does not use the test data.',
  },
  epochs: {
    label: 'Epochs',
    help: 'Passes over the fit data until the training ends. The paper uses 2000. A longer training begins exactly like a shorter one, bit for bit.',
  },
  batchSize: {
    label: 'Batch size',
    help: 'Samples in one optimisation step. A number above the sample count uses all of them at once.',
  },
  learningRate: {
    label: 'Learning rate',
    help: 'Step size of Adam. If it is too small, nothing moves. If it is too large, the training jumps about or breaks down.',
  },
  learningRateDecay: {
    label: 'Learning rate over time',
    help: 'Constant, or falling to zero along half a cosine until the last epoch. A longer training then differs from its first step on, so “Go on” and “Halve the learning rate” need a constant rate.',
    choices: { none: 'constant', cosine: 'cosine' },
  },
  validation: {
    label: 'Validation share',
    help: 'Share of the fit samples that is held out. The training ends with the epoch of the lowest loss on them, and the start with the lowest one is chosen. The test samples have no part in this. “Go on” and “Halve the learning rate” need a share of 0.',
  },
  patience: {
    label: 'Patience',
    help: 'With a validation share: a training ends after this many epochs without an improvement of the validation loss. 0 never ends it early.',
  },
  minDelta: {
    label: 'Smallest improvement',
    help: 'With patience: the decrease of the validation loss that counts as an improvement.',
  },
  speed: {
    label: 'Speed',
    help: 'Slows the training down for watching, mostly at first, when the plane turns most; or runs it at full speed. The result is the same, bit for bit.',
  },
  testPoints: {
    label: 'Test points',
    help: 'Shows the samples that training never used, as hollow marks.',
  },
  mode: {
    label: 'Show',
    help: 'Chooses the two axes drawn of a projected space of many coordinates. The prediction plane has the directions along which the predictions of the network change most. Two coordinates are the rotated axes that tell most of these changes, each made of one axis of every mode. A mode alone is drawn on its first two rotated axes. The plane is the default, because TRIP’s nearest fit samples in it usually tell more about unseen samples than in the other views. Each panel says how much.',
  },
  yaw: {
    label: 'Turn',
    help: 'Turns the view around the three axes. Dragging a picture does the same. The colours lie on the plane through the centre that faces you.',
  },
  pitch: { label: 'Tilt', help: 'Moves the view further above or below. Dragging a picture up or down does the same.' },
  target: {
    label: 'Class to explain',
    help: 'Arrows, bars and the correlations of the axes show what changes the probability of this class. For vectors the axes stay the same; those of matrices and cubes are rotated to suit the class. With more than ten classes, the pictures highlight it.',
  },
  sigma: {
    label: 'Neighbourhood (σ)',
    help: 'Width of the neighbourhood that explains a sample, in units of the picture’s axes. Automatic is the median distance of a sample to its nearest neighbour. A small width uses few samples; a large one follows the overall trend.',
  },
  arrows: {
    label: 'Arrows',
    help: 'An arrow at each sample shows the direction in which the prediction rises most, in the colour of the sample’s class. All arrows have one scale: the longest is an eighth of the picture.',
  },
  listed: {
    label: 'Variables listed',
    help: 'Number of variables in each list, largest weights first. The saved file contains all of them.',
  },
  discrete: {
    label: 'Solid colours',
    help: 'Paints every point in the full colour of its most probable class, without fading towards the boundary.',
  },
  gridFrom: {
    label: 'λ from',
    help: 'The smallest lambda of the grid. The values up to the largest increase by a constant factor.',
  },
  gridTo: { label: 'λ to', help: 'The largest lambda of the grid.' },
  gridSteps: { label: 'Values of λ', help: 'Number of lambdas in the grid, both ends included.' },
  gridDepths: {
    label: 'Depths',
    help: 'Only the current number of hidden layers, or one row for each number from none to four.',
  },
  gridStarts: {
    label: 'Starts per cell',
    help: 'Trainings of each cell, each with its own first plane, first weights and batch order; at most as many as the tool has starts. The start with the lowest objective is kept. A single start often converges to an uninformative plane.',
  },
  gridWanted: {
    label: 'Grid of the link',
    help: 'The grid trains by itself when a link of the report opens it. Links of the report contain this.',
  },
  folds: {
    label: 'Folds',
    help: 'The fit samples are divided into so many parts with equal shares of each class. Each part is predicted by a model that was trained on the others.',
  },
  permutations: {
    label: 'Permutations',
    help: 'Number of times that the test mixes the responses among the samples and repeats the cross validation. 199 allow a p value down to 0.005, 999 down to 0.001.',
  },
  testStarts: {
    label: 'Starts in the permutation test',
    help: 'Starts of TRIP in each fit of this test, at most as many as the tool has. With one start the test takes least time. Its observed score then comes from one start too, so it may miss what several starts find.',
  },
  bootstraps: {
    label: 'Resamples',
    help: 'Number of bootstrap samples, which draw as many fit samples with replacement. Each trains another model; the test compares their planes and the weights of the variables.',
  },
  stopEarly: {
    label: 'Stop when certain',
    help: 'Ends the permutation test when the other permutations could not change its decision at 0.05. This saves time on noise; the p value is then only a bound.',
  },
  ellipses: {
    label: 'Ellipses',
    help: 'Shows where 95 % of the resamples put each sample, as an ellipse around their mean position. With more than 300 samples, evenly spaced ones have an ellipse.',
  },
  explained: {
    label: 'Explain the controls',
    help: 'Shows the help text of every control in its place. Otherwise, point at a control, or press ? while it has the focus. In a box with a number, the arrow keys up and down move the slider.',
  },
  pathStep: {
    label: 'Step of the path',
    help: 'Chooses the step of the path. A link to the page opens it at the same step.',
  },
  planeView: {
    label: 'View',
    help: 'The pictures of all methods beside one another, or one plane that moves: from method to method, along the training, through random planes, or turned by hand.',
  },
  tour: {
    label: 'Path of the plane',
    help: 'Chooses where the plane goes. Its planes are joined by the shortest path: nothing turns within the plane, so that only the change of the plane is seen. By hand, you turn it yourself.',
  },
  tourAt: {
    label: 'Position',
    help: 'Moves the plane along its path. The arrow keys move it by a hundredth of the way from one station to the next. A link to the page opens it at the same place.',
  },
  tourSeed: {
    label: 'Seed of the planes',
    help: 'Fixes the random planes. The same number gives the same planes in every browser.',
  },
  handFrom: {
    label: 'Begin with',
    help: 'The plane before the first move. Another choice takes back all moves.',
  },
  exercise: {
    label: 'Exercise',
    help: 'Invites the reader to beat TRIP by hand. Links for classes contain it.',
  },
  scale: {
    label: 'Axis',
    help: 'A logarithmic axis separates small losses; a linear one shows their true size. Accuracies are always linear.',
  },
  measure: {
    label: 'Quantity',
    help: 'The loss; the objective that training minimises, which is the loss plus λ times the reconstruction error; or the share of correct predictions.',
  },
  plateau: {
    label: 'Pause at a plateau',
    help: `Pauses the view at the first epoch where TRIP’s objective is flat: its mean over ${plateauEpochs} epochs is less than ${100 * plateauImprovement} % below that of the ${plateauEpochs} before. Play continues; some trainings improve again after a plateau.`,
  },
} satisfies Record<Exclude<Name, 'curve' | 'theme' | 'language'>, Help> & {
  [N in GroupChoice]: { choices: Record<State[N], string> };
});

export const buttonHelp = live('buttonHelp', {
  play: {
    label: 'Play',
    help: 'Starts or pauses all trainings shown. While you look back, it plays the recorded epochs at the chosen speed. After the end, it trains again from the beginning.',
  },
  back: { label: 'Back', help: 'Shows all pictures ten epochs earlier.' },
  step: { label: 'Step', help: 'Trains ten more epochs, then pauses. While you look back, it moves ten epochs on.' },
  rewind: {
    label: 'Rewind',
    help: 'Returns to the untrained plane of the same seeds. Play then repeats the training bit for bit.',
  },
  timeline: {
    label: 'Epoch',
    help: `Shows any recorded epoch in all pictures. Arrow keys move ten epochs. Up to 201 epochs of every training are kept, within ${frameBytes / 2 ** 20} MB in total.`,
  },
  goOn: {
    label: 'Go on',
    help: 'Trains longer: the finished training continues where it ended. The result equals that of one long training, bit for bit.',
  },
  halveHere: {
    label: 'Halve the learning rate from epoch',
    help: 'Keeps the training up to the epoch shown and trains again from there with half the learning rate. After the end, it trains longer. Links repeat both parts.',
  },
  newStart: {
    label: 'New start',
    help: 'Draws another start seed: new first planes, first weights and batch orders; the data stay the same.',
  },
  newData: { label: 'New data', help: 'Draws another data seed: new data of the same kind.' },
  sample: {
    label: 'Sample',
    help: 'Chooses the sample to explain. Clicking, tapping or pressing Enter in a picture chooses the nearest one.',
  },
  brush: {
    label: 'Mark',
    help: 'Rectangle and lasso mark the samples around which they are drawn, in all pictures. Shift adds marks, Alt removes marks, and Escape clears them. With the keyboard, arrow keys move a cursor in a picture, and Enter sets a corner. The page then compares the marked samples with the others.',
  },
  weights: {
    label: 'Save weights (CSV)',
    help: 'Saves the weight of every variable on every axis as a table that spreadsheets open.',
  },
  assess: {
    label: 'Test it',
    help: 'Repeats the training of TRIP on parts of the fit samples, with mixed responses and on resamples. Any other training continues meanwhile; another setting ends the test. The test samples have no part in it.',
  },
  assessTable: {
    label: 'Save the results (CSV)',
    help: 'Saves scores, permutations, weights with their intervals, importances and the prediction of each held-out sample as a table that is safe to open in a spreadsheet.',
  },
  select: {
    label: 'Choose by cross-validation',
    help: 'Chooses λ and depth of the grid by their accuracy (for numbers: their error) on held-out fit samples. Among the cells within one standard error of the best, it takes the one with the fewest layers and then the largest λ. The whole choice is repeated without each part of the samples, which gives its honest score.',
  },
  grid: {
    label: 'Train the grid',
    help: 'Trains the missing cells while the training above continues. Trained cells are kept: when you return to earlier settings, their cells appear at once.',
  },
  gridTable: {
    label: 'Save the grid (CSV)',
    help: 'Saves the numbers of every trained cell as a table that is safe to open in a spreadsheet.',
  },
  curve: { label: 'Curve', help: 'Chooses the method whose curves and confusion matrices are shown.' },
  theme: { label: 'Theme', help: 'Light, dark, or as set in your system.' },
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
    help: 'Saves the pictures as a vector drawing for papers and slides: sharp at any size, with names, results, legend and settings as editable text.',
  },
  points: {
    label: 'Points (CSV)',
    help: 'Saves TRIP’s projection of each sample, with its response and prediction and whether it is marked, as a table that is safe to open in a spreadsheet.',
  },
  model: {
    label: 'Model (JSON)',
    help: 'Saves the TRIP model shown, including scaling and names. The package’s trip.restore reads it back bit for bit.',
  },
  samples: {
    label: 'Data (JSON)',
    help: 'Saves the fit and test samples in the package’s format. The code below reads this file.',
  },
  open: {
    label: 'Open a model …',
    help: 'Shows a saved model among the starts. It must have been fitted to data of the same shape.',
  },
  classLink: {
    label: 'A link for a class or for another page',
    help: 'Makes a link that locks or hides controls and hides the answers of the path. Also makes HTML that embeds the tool in your page. Anyone can undo this by editing the address: it is a guide, not a protection.',
  },
  tourPlay: {
    label: 'Move along the path',
    help: 'Plays the path of the plane, or moves it by a quarter of the way to the next station. Where your system asks for reduced motion, there are only the steps.',
  },
  anotherTour: { label: 'Another tour', help: 'Chooses other random planes.' },
  handle: {
    label: 'Handles of the variables',
    help: 'Each handle is a variable: drag it, by mouse or finger, and the plane turns so that the variable points there. The arrow keys move it by 0.02, with Shift by 0.1; Page Up and Page Down choose another handle. At the circle the variable lies in the plane.',
  },
  findVariable: {
    label: 'Add a handle',
    help: 'Shows the handle of a variable that is not among the eight with the largest weights in the plane.',
  },
  undo: { label: 'Undo', help: 'Takes back the last move.' },
  takeOver: {
    label: 'Let TRIP take over',
    help: 'Trains TRIP from exactly this plane, with the settings of the page. The picture follows the training.',
  },
  link: {
    label: 'Copy link',
    help: 'Copies a link with all settings and the fingerprint of the result. The page tells its readers whether they get the same result.',
  },
} satisfies Record<Button | 'curve' | 'theme' | 'language', Help>);

export const methodText = live('methodText', {
  pca: { name: 'PCA', line: 'where the data vary most' },
  lda: { name: 'LDA', line: 'where the class means are furthest apart' },
  tucker: { name: 'Tucker', line: 'where the data vary most' },
  trip: { name: 'TRIP', line: 'learned with the network' },
});
