/** Help texts of all controls. */

import type { Button } from '../../link/audience.ts';
import type { Name } from '../../link/state.ts';
import { plateauEpochs, plateauImprovement } from '../../training/plateau.ts';
import { frameBytes } from '../../training/track.ts';
import { live } from '../language.svelte.ts';

export const help = live('help', {
  data: 'The data to train on. Choosing data also chooses settings that suit them; all of these can be changed.',
  dataSeed:
    'Fixes the random draw of generated data, including the hidden rotation. With real data it fixes which samples are kept for testing. The same number gives the same data in every browser.',
  samplesPerClass:
    'Samples of each class on the hidden shape. The spiral has another 10 per class that are pure noise. A test set of the same size is also drawn.',
  noiseDimensions:
    'Directions that contain only weak noise. The spiral has two directions and strong noise has one, so 97 of these make 100 dimensions.',
  standardize:
    'Divides every variable by its standard deviation first. This is good practice for real tables. It distorts the hidden plane of generated data, so it is off there.',
  lambda:
    'Weight of the reconstruction error: how much the plane must also keep the shape of the data. Small values overfit, large ones turn TRIP into PCA.',
  ranks:
    'Number of axes that the projection keeps: for the variables, or for each mode of a matrix or cube. Three axes of vectors are shown as a space that can be turned.',
  hiddenLayers:
    'Hidden layers of the small network that draws the decision boundary in the plane. With none, the boundary is a straight line. A spiral needs two or more.',
  hiddenWidth: 'ReLU units in each hidden layer. With more units, the boundary can bend more often.',
  seed: 'Fixes the random first plane, first weights and batch order. Rewind and Play repeat exactly the same training, bit for bit.',
  restarts:
    'Independent trainings of TRIP. Each draws its own first plane, first weights and batch order. The one with the lowest objective on the fit data is shown. The choice does not use the test data.',
  halving:
    'Every start trains a tenth of the epochs. The third with the lowest objectives goes on, and after a fifth of the epochs an eighth. The choice takes about a quarter of the time. A start that goes on trains exactly as without this. Own tables begin with it.',
  epochs:
    'Passes over the fit data until the training ends. The paper uses 2000. A longer training begins exactly like a shorter one, bit for bit.',
  batchSize: 'Samples in one optimisation step. A number above the sample count uses all of them at once.',
  learningRate:
    'Step size of Adam. If it is too small, nothing moves. If it is too large, the training jumps about or breaks down.',
  learningRateDecay:
    'Constant, or falling to zero along half a cosine until the last epoch. A longer training then differs from its first step on, so “Go on” and “Halve the learning rate” need a constant rate.',
  validation:
    'Share of the fit samples that is held out. The training ends with the epoch of the lowest loss on them, and the start with the lowest one is chosen. The test samples have no part in this. “Go on” and “Halve the learning rate” need a share of 0.',
  patience:
    'With a validation share: a training ends after this many epochs without an improvement of the validation loss. 0 never ends it early.',
  minDelta: 'With patience: the decrease of the validation loss that counts as an improvement.',
  speed:
    'Slows the training down for watching, mostly at first, when the plane turns most; or runs it at full speed. The result is the same, bit for bit.',
  testPoints: 'Shows the samples that training never used, as hollow marks.',
  mode: 'Chooses the two axes drawn of a projected space of many coordinates. The prediction plane has the directions along which the predictions of the network change most. Two coordinates are the rotated axes that tell most of these changes, each made of one axis of every mode. A mode alone is drawn on its first two rotated axes. The plane is the default, because TRIP’s nearest fit samples in it usually tell more about unseen samples than in the other views. Each panel says how much.',
  yaw: 'Turns the view around the three axes. Dragging a picture does the same. The colours lie on the plane through the centre that faces you.',
  pitch: 'Moves the view further above or below. Dragging a picture up or down does the same.',
  target:
    'Arrows, bars and the correlations of the axes show what changes the probability of this class. For vectors the axes stay the same; those of matrices and cubes are rotated to suit the class. With more than ten classes, the pictures highlight it.',
  against:
    'Averages the local regression coefficients over the samples of this class and of the class to explain, and scales the mean to length 1: the variables that lead from this class to the other, as in Figure 5 of the paper. Axes, arrows and all other bars stay the same.',
  sigma:
    'Width of the neighbourhood that explains a sample, in units of the picture’s axes. Automatic is the median distance of a sample to its nearest neighbour. A small width uses few samples; a large one follows the overall trend.',
  arrows:
    'An arrow at each sample shows the direction in which the prediction rises most, in the colour of the sample’s class. All arrows have one scale: the longest is an eighth of the picture.',
  listed: 'Number of variables in each list, largest weights first. The saved file contains all of them.',
  discrete: 'Paints every point in the full colour of its most probable class, without fading towards the boundary.',
  gridFrom: 'The smallest lambda of the grid. The values up to the largest increase by a constant factor.',
  gridTo: 'The largest lambda of the grid.',
  gridSteps: 'Number of lambdas in the grid, both ends included.',
  gridDepths: 'Only the current number of hidden layers, or one row for each number from none to four.',
  gridStarts:
    'Trainings of each cell, each with its own first plane, first weights and batch order; at most as many as the tool has starts. The start with the lowest objective is kept. A single start often converges to an uninformative plane.',
  gridWanted: 'The grid trains by itself when a link of the report opens it. Links of the report contain this.',
  folds:
    'Number of parts into which the fit samples are divided, with equal shares of each class. Each part is predicted by a model that was trained on the others.',
  permutations:
    'Number of times that the test mixes the responses among the samples and repeats the cross validation. 199 allow a p value down to 0.005, 999 down to 0.001.',
  testStarts:
    'Starts of TRIP in each fit of this test, at most as many as the tool has. With one start the test takes least time. Its observed score then comes from one start too, so it may miss what several starts find.',
  bootstraps:
    'Number of bootstrap samples. Each draws as many fit samples as there are, with replacement, and trains another model; the test compares their planes and the weights of the variables.',
  stopEarly:
    'Ends the permutation test when the other permutations could not change its decision at 0.05. This saves time on noise; the p value is then only a bound.',
  ellipses:
    'Shows where 95 % of the resamples put each sample, as an ellipse around their mean position. With more than 300 samples, evenly spaced ones have an ellipse.',
  explained:
    'Shows the help text of every control in its place. Otherwise, point at a control, or press ? while it has the focus. In a box with a number, the arrow keys up and down move the slider.',
  pathStep: 'Chooses the step of the path. A link to the page opens it at the same step.',
  toolFolded:
    'Shows the path in place of the tool, in one column: question, figure, goal. The tool and its results return when a figure is opened or a goal begins.',
  goal: 'Sets up the tool for the goal of this step. The goal and the number that decides stand above the pictures until it is ended.',
  goalsReached: 'Goals of the path that were reached. A link to the page keeps them.',
  planeView:
    'The pictures of all methods beside one another, or one plane that moves: from method to method, along the training, through random planes, or turned by hand.',
  tour: 'Chooses where the plane goes. Its planes are joined by the shortest path: nothing turns within the plane, so that only the change of the plane is seen. By hand, you turn it yourself.',
  tourAt:
    'Moves the plane along its path. The arrow keys move it by a hundredth of the way from one station to the next. A link to the page opens it at the same place.',
  tourSeed: 'Fixes the random planes. The same number gives the same planes in every browser.',
  handFrom: 'The plane before the first move. Another choice takes back all moves.',
  exercise: 'Invites the reader to beat TRIP by hand. Links for classes contain it.',
  scale: 'A logarithmic axis separates small losses; a linear one shows their true size. Accuracies are always linear.',
  measure:
    'The loss; the objective that training minimises, which is the loss plus λ times the reconstruction error; or the share of correct predictions.',
  plateau: `Pauses the view at the first epoch where TRIP’s objective is flat: its mean over ${plateauEpochs} epochs is less than ${100 * plateauImprovement} % below that of the ${plateauEpochs} before. Play continues; some trainings improve again after a plateau.`,
  play: 'Starts or pauses all trainings shown. While you look back, it plays the recorded epochs at the chosen speed. After the end, it trains again from the beginning.',
  back: 'Shows all pictures ten epochs earlier.',
  step: 'Trains ten more epochs, then pauses. While you look back, it moves ten epochs on.',
  rewind: 'Returns to the untrained plane of the same seeds. Play then repeats the training bit for bit.',
  timeline: `Shows any recorded epoch in all pictures. Arrow keys move ten epochs. Up to 201 epochs of every training are kept, within ${frameBytes / 2 ** 20} MB in total.`,
  goOn: 'Trains longer: the finished training continues where it ended. The result equals that of one long training, bit for bit.',
  halveHere:
    'Keeps the training up to the epoch shown and trains again from there with half the learning rate. After the end, it trains longer. Links repeat both parts.',
  newStart: 'Draws another start seed: new first planes, first weights and batch orders; the data stay the same.',
  newData: 'Draws another data seed: new data of the same kind.',
  sample:
    'Chooses the sample to explain. Clicking, tapping or pressing Enter in a picture chooses the nearest one. A link to the page opens it with the same sample.',
  brush:
    'Rectangle and lasso mark the samples around which they are drawn, in all pictures. Shift adds marks, Alt removes marks, and Escape clears them. With the keyboard, arrow keys move a cursor in a picture, and Enter sets a corner. The page then compares the marked samples with the others.',
  weights: 'Saves the weight of every variable on every axis as a table that spreadsheets open.',
  assess:
    'Repeats the training of TRIP on parts of the fit samples, with shuffled responses and on resamples. Any other training continues meanwhile; another setting ends the test. The test samples have no part in it.',
  assessTable:
    'Saves scores, permutations, weights with their intervals, importances and the prediction of each held-out sample as a table that is safe to open in a spreadsheet.',
  select:
    'Chooses λ and depth of the grid by their accuracy (for numbers: their error) on held-out fit samples. Among the cells within one standard error of the best, it takes the one with the fewest layers and then the largest λ. The whole choice is repeated without each part of the samples, which gives its honest score.',
  grid: 'Trains the missing cells while the training above continues. Trained cells are kept: when you return to earlier settings, their cells appear at once.',
  gridTable: 'Saves the numbers of every trained cell as a table that is safe to open in a spreadsheet.',
  curve: 'Chooses the method whose curves and confusion matrices are shown.',
  theme: 'Light, dark, or as set in your system.',
  language: 'Language of all texts and numbers. Files and links are the same in every language.',
  image: 'Saves the pictures side by side, with their names and scores, in the colours of the theme.',
  drawing:
    'Saves the pictures as a vector drawing for papers and slides: sharp at any size, with names, results, legend and settings as editable text.',
  points:
    'Saves TRIP’s projection of each sample, with its response and prediction and whether it is marked, as a table that is safe to open in a spreadsheet.',
  model:
    'Saves the TRIP model shown, including scaling and names. The package’s trip.restore reads it back bit for bit.',
  samples: 'Saves the fit and test samples in the package’s format. The code below reads this file.',
  open: 'Shows a saved model among the starts. It must have been fitted to data of the same shape.',
  classLink:
    'Makes a link that locks or hides controls and hides the answers of the path. Also makes HTML that embeds the tool in your page. Anyone can undo this by editing the address: it is a guide, not a protection.',
  tourPlay:
    'Plays the path of the plane, or moves it by a quarter of the way to the next station. Where your system asks for reduced motion, there are only the steps.',
  anotherTour: 'Chooses other random planes.',
  handle:
    'Each handle is a variable: drag it, by mouse or finger, and the plane turns so that the variable points there. The arrow keys move it by 0.02, with Shift by 0.1; Page Up and Page Down choose another handle. At the circle the variable lies in the plane.',
  findVariable: 'Shows the handle of a variable that is not among the eight with the largest weights in the plane.',
  undo: 'Takes back the last move.',
  takeOver: 'Trains TRIP from exactly this plane, with the settings of the page. The picture follows the training.',
  answers:
    'Copies a link with your answers to the questions of the path and with the name beside this button. The page sends nothing: pass the link on to your teacher yourself.',
  link: 'Copies a link with all settings and the fingerprint of the result. The page tells its readers whether they get the same result.',
} satisfies Record<Name | Button, string>);
