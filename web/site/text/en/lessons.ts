/** Strings of the path. Sentences about a figure take its values as formatted text. */

import { live } from '../language.svelte.ts';

export const lessons = live('lessons', {
  heading: (count: number) => `A path in ${count} steps`,
  step: (number: number, title: string) => `Step ${number}: ${title}`,
  stepReached: (number: number, title: string) => `Step ${number}: ${title}. Goal reached.`,
  showTool: 'Show the tool',
  chooseFirst: 'Choose an answer first.',
  trainAndSee: 'Train and see',
  running: (done: number, all: number) => `Training: ${done} of ${all} finished`,
  answerRight: 'Correct.',
  answerWrong: 'Not this time.',
  figure: (label: string) => `${label}: projected samples and predictions`,
  unseen: (right: string) => `${right} of the unseen samples correct`,
  ownRight: (right: string) => `${right} of these samples correct`,
  heldOutRight: (right: string) => `${right} of the held-out samples correct`,
  open: 'open in the tool',
  opensFirstPlane: 'The tool shows the first plane of this training. “Let TRIP take over” repeats the training.',
  figureHere: 'The figure appears here once you have answered.',
  before: 'Previous step',
  next: 'Next step',
  ownTable: 'Now try your own table …',

  start: (number: number) => `start ${number}`,
  plane: (number: number) => `first plane ${number}`,
  lambda: (value: string) => `λ = ${value}`,
  twoAxes: 'two axes',
  threeAxes: 'three axes',
  seen: 'trained on all samples',
  heldOut: 'each sample held out',
  variable: (name: string, weight: string) => `${name} (${weight})`,

  /** The pieces of the method, and the words that the steps use. */
  sketch: {
    title: 'The pieces',
    picture:
      'Many variables are projected on a plane; a small network turns the two coordinates of a sample on the plane into its class.',
    pieces: ['many variables', 'a plane: the projection', 'a small network', 'a class'],
    terms: [
      ['Objective', 'loss of the network + λ × what the plane leaves out. Training makes it small.'],
      ['Start', 'the random plane and the random weights with which a training begins.'],
      ['Epoch', 'one pass over the samples.'],
      ['Unseen samples', 'samples that no training uses. They show whether a result holds.'],
    ],
  },
  hint: {
    caption: 'Mean of each cultivar, in standard deviations',
    dot: (cultivar: string, mean: string) => `${cultivar}: ${mean}`,
  },
  beat: {
    title: 'Can you beat it?',
    claim: 'A picture of many variables depends on the plane from which they are seen.',
    text: 'A spiral of two arms, which are the two classes, hides in one of the planes of this cloud. Turn the plane yourself, by dragging the variables, until the network gets as many unseen samples right as you can. Then let TRIP take over from exactly your plane.',
    open: 'Turn the plane',
  },
  steps: {
    pca: {
      title: 'Where the data vary most',
      claim: 'A direction can vary strongly and carry no information.',
      question:
        'Take another spiral than the one in the tool. Its two arms are the two classes, and it lies in 2 of 100 dimensions; 20 of its 220 samples are noise with random labels. One more direction, without any information, varies just as much as the spiral. PCA keeps the plane in which the data vary most. How much of the spiral will a network see there?',
      choices: ['All of it', 'A mixture of it and the noise', 'Nothing at all'],
    },
    lda: {
      title: 'Where the class means are furthest apart',
      claim: 'Using the classes is not enough: classes also differ by chance.',
      question:
        'LDA (linear discriminant analysis) looks for the direction along which the class means are furthest apart, compared with the spread within the classes. It gets most of its 220 fit samples right. How will it do on 220 unseen ones?',
      choices: ['As well as on the fit samples', 'About 10 points worse', 'Far worse, about as well as a coin toss'],
    },
    trip: {
      title: 'Learn the projection',
      claim: 'The errors of the network can train the projection in front of it.',
      question:
        'TRIP trains the plane and the network together, until their objective is small. How close will this plane come to the true plane? The larger of the two angles between them counts.',
      choices: ['Within 15°', 'Half way, about 45°', 'Not close at all'],
    },
    lambda: {
      title: 'How large a λ?',
      claim: 'Between overfitting and PCA, both terms of the objective help.',
      question:
        'In the objective, λ is the weight of what the plane leaves out of the data. One spiral is trained from one start with five values of λ. Which of these three gets most of the unseen samples right?',
      choices: ['λ = 0.001', 'λ = 0.3', 'λ = 10'],
    },
    lottery: {
      title: 'One start or several?',
      claim: 'The objective has many local minima, and a single start may end in any of them.',
      question:
        'Six trainings of another spiral differ only in their random first plane: the data, the first weights of the network and the order of the samples are the same. A training has found the spiral if the network gets more than 3 of 4 unseen samples right. How many will find it?',
      choices: ['All six', 'Three to five', 'One or two', 'None'],
    },
    chooses: {
      title: 'Which start to keep?',
      claim: 'Among starts with the same λ, the objective can choose: the unseen samples are not needed.',
      question:
        'Twelve starts are trained on a spiral in 20 dimensions, all with the same λ. The one with the lowest objective on the fit samples is kept. How will it do on the unseen ones?',
      choices: [
        'It is the best of the twelve, or within 2 points of it',
        'Somewhere in the middle',
        'It is among the worst',
      ],
    },
    axes: {
      title: 'How many axes?',
      claim: 'Some shapes need a third axis.',
      question:
        'Two strands wind around one another like DNA, hidden among noise. Is a plane enough to tell them apart, or do three axes do better? Each picture is the one of eight starts with the lowest objective.',
      choices: ['A plane is enough', 'Three axes do better by 5 points or more'],
    },
    read: {
      title: 'Read the axes',
      claim: 'An axis is a weighted sum of variables, so its weights show what it means.',
      question:
        'The data are thirteen measurements of wines from three cultivars. Each is standardised: its mean is 0 and its standard deviation 1. Which of these has the largest weight on the first axis?',
      choices: ['ash', 'magnesium', 'flavanoids'],
    },
    matrices: {
      title: 'Digits as matrices',
      claim: 'One small projection of the rows and one of the columns are enough for a picture.',
      question:
        'Digits of 8 × 8 grey values become 3 × 3 numbers, by one projection of the rows and one of the columns. Tucker, a PCA for matrices, keeps as much of the grey values as possible. TRIP trains its projections together with the network. Which gets more unseen digits right?',
      choices: ['Tucker', 'TRIP', 'They are within a point of one another'],
    },
    noise: {
      title: 'The same samples, held out',
      claim: 'A supervised projection separates anything, noise too.',
      question:
        'Sixty samples of 200 random numbers each were given one of two classes at random. TRIP looks for a plane that separates them. Each sample is then also held out: a model that was trained without it predicts it. How many of these predictions will be right?',
      choices: [
        'Nearly all, since the plane separates the classes',
        'Clearly more than half',
        'About half, as by chance',
      ],
    },
  },

  findings: {
    pca: (near: string, far: string, right: string) =>
      `Two planes have two angles. The smaller one between PCA’s plane and the true plane is ${near}: one direction is nearly shared. The larger one is ${far}: the other direction is lost. On PCA’s plane the network gets ${right} of the unseen samples right.`,
    lda: (fit: string, right: string, far: string) =>
      `LDA gets ${fit} of the fit samples right, and ${right} of the unseen ones. The larger angle between its plane and the true plane is ${far}. The means of the two arms lie together in the true plane; among 100 dimensions they differ somewhere by chance, and LDA finds such a direction.`,
    trip: (first: string, far: string, right: string) =>
      `While TRIP trains, the larger angle between its plane and the true plane falls from ${first} to ${far}. It then gets ${right} of the unseen samples right; the noise samples, whose labels are random, keep it from 100%. This start was picked because it finds the plane; step 6 shows how many do.`,
    lambdaOne: (label: string, fit: string, right: string) =>
      `${label}: ${fit} of the fit samples and ${right} of the unseen ones`,
    lambda: (all: string, fromTruth: string, fromPca: string) =>
      `${all}. With a small λ the plane fits by chance and fails on unseen samples; with a large one it turns to PCA’s plane.\n\nThe best plane is ${fromTruth} off the true plane and ${fromPca} off PCA’s, as it should be: PCA’s plane contains the direction without information.`,
    lottery: (found: number, count: number, all: string) =>
      `${found} of ${count} first planes lead to the spiral. Unseen samples right: ${all}. The tool therefore trains several starts, which differ in their first plane, in their first weights and in the order of the samples.`,
    chooses: (
      start: number,
      objective: string,
      right: string,
      [found, all]: readonly [number, number],
      [low, high]: readonly [string, string],
    ) =>
      `Start ${start} has the lowest objective, ${objective}, and gets ${right} of the unseen samples right. ${found} of ${all} starts find the spiral; the others beside start ${start} get ${low} to ${high} right.\n\nThe objective may choose here, although the fit misled in steps 3 and 5: all starts have the same data and the same λ, so that their objectives can be compared; those of different λ cannot. Samples that are used to choose are no longer unseen.\n\nThis is one data set: of 40 other spirals, in 100 dimensions, one start found the true plane of 5, and the lowest objective of 16 starts that of 36.`,
    axes: (two: string, three: string) =>
      `With two axes, ${two} of the unseen samples are right; with three, ${three}. Turn the picture in space: along the axis around which they wind, both strands lie on one ring; across it they cross. In space they are apart everywhere.`,
    read: (heaviest: string, right: string) =>
      `The largest weights on the first axis are those of ${heaviest}. Variables that rise and fall together, such as flavanoids and total phenols, share the weight: a small one does not mean that a variable tells nothing. With both axes, ${right} of the unseen wines are right.`,
    matrices: (
      tucker: readonly [string, string],
      trip: readonly [string, string],
      numbers: string,
      inputs: string,
      plain: string,
    ) =>
      `Tucker keeps ${tucker[1]} of the squared grey values and gets ${tucker[0]} of the unseen digits right. TRIP keeps ${trip[1]} and gets ${trip[0]} right: it gives up parts that the network does not need. TRIP has ${numbers} parameters; the network alone, on ${inputs} grey values, ${plain}.`,
    noise: (fit: string, heldOut: string, test: string, atLeast: number, permutations: number, p: string) =>
      `TRIP gets ${fit} of its own samples right, but ${heldOut} of the same samples when they are held out, and ${test} of unseen ones.\n\nWith shuffled classes, ${atLeast} of ${permutations} repetitions do at least as well as the actual classes: p = ${p}, the share of such results, the actual one included.\n\nThe first picture shows how well a plane can fit chance, and the second one what is left for a sample that the model has not seen.`,
  },
  join: '; ',
});
