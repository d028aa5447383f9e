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

  beat: {
    title: 'Can you beat it?',
    claim: 'A picture of many variables depends on the plane from which they are seen.',
    text: 'A spiral hides in one of the planes of this cloud. Turn the plane yourself, by dragging the variables, until the network gets as many unseen samples right as you can. Then let TRIP take over from exactly your plane.',
    open: 'Turn the plane',
  },
  steps: {
    pca: {
      title: 'Where the data vary most',
      claim: 'A direction can vary strongly and carry no information.',
      question:
        'Take another spiral than the one in the tool. It lies in 2 of 100 dimensions, and one direction of noise varies just as much. PCA keeps the plane in which the data vary most. How much of the spiral will a network see there?',
      choices: ['All of it', 'A mixture of it and the noise', 'Nothing at all'],
    },
    lda: {
      title: 'Where the class means are furthest apart',
      claim: 'Using the classes is not enough: classes also differ by chance.',
      question:
        'LDA looks for the direction that separates the means of the two arms, but both means are near the centre. LDA fits most of its 220 samples. How will it do on 220 new ones?',
      choices: ['As well as on the old ones', 'About 10 points worse', 'Far worse, about as well as a coin toss'],
    },
    trip: {
      title: 'Learn the projection',
      claim: 'The errors of the network can train the projection in front of it.',
      question:
        'TRIP trains the plane and the network together. The plane must also keep the shape of the data. How close will this training come to the true plane?',
      choices: ['Within 15°', 'Half way, about 45°', 'Not close at all'],
    },
    lambda: {
      title: 'The purpose of λ',
      claim: 'Between overfitting and PCA, both terms of the objective help.',
      question:
        'λ sets how much of the data the plane must keep. The same spiral is trained with five values of λ. Which of these three gets most of the unseen samples right?',
      choices: ['λ = 0.001', 'λ = 0.3', 'λ = 10'],
    },
    lottery: {
      title: 'A single start is not enough',
      claim: 'The objective has many local minima, and a single start may end in any of them.',
      question:
        'Six trainings of another spiral differ only in their random first plane: the data, the first weights of the network and the order of the samples are the same. How many will find the spiral?',
      choices: ['All six', 'Three to five', 'One or two', 'None'],
    },
    chooses: {
      title: 'The objective chooses',
      claim: 'The best start can be chosen without the test samples.',
      question:
        'Twelve starts are trained on a spiral in 20 dimensions, and few of them find it. The one with the lowest objective on the fit samples is kept. How will it do on the unseen ones?',
      choices: [
        'It is the best of the twelve, or within 2 points of it',
        'Somewhere in the middle',
        'It is among the worst',
      ],
    },
    axes: {
      title: 'How many axes',
      claim: 'Some shapes need a third axis.',
      question:
        'Two strands wind around one another like DNA, hidden among noise. Is a plane enough to tell them apart, or do three axes do better? Each picture is the one of eight starts with the lowest objective.',
      choices: ['A plane is enough', 'Three axes do better by 5 points or more'],
    },
    read: {
      title: 'Read the axes',
      claim: 'An axis is a weighted sum of variables, so its weights show what it means.',
      question:
        'The data are thirteen measurements of wines from three cultivars. Which has the largest weight on the first axis?',
      choices: ['ash', 'magnesium', 'flavanoids'],
    },
    matrices: {
      title: 'Matrices stay matrices',
      claim: 'A picture needs only one small projection for its rows and one for its columns.',
      question:
        'Digits of 8 × 8 grey levels become 3 × 3. Tucker chooses the projections that keep most of the pictures. TRIP chooses those that help the network. Which gets more unseen digits right?',
      choices: ['Tucker', 'TRIP', 'They are within a point of one another'],
    },
    noise: {
      title: 'Is this separation real?',
      claim: 'A supervised projection separates anything, noise too.',
      question:
        'Sixty samples of 200 random numbers each were given one of two classes at random. TRIP looks for a plane that separates them. Each sample is then also predicted by a model that was trained without it. How many of these predictions will be right?',
      choices: [
        'Nearly all, since the plane separates the classes',
        'Clearly more than half',
        'About half, as by chance',
      ],
    },
  },

  findings: {
    pca: (near: string, far: string, right: string) =>
      `The plane of PCA nearly shares one direction with the true plane (${near} apart), but the other is ${far} off. On this plane the network gets ${right} of the unseen samples right.`,
    lda: (fit: string, right: string, far: string) =>
      `LDA gets ${fit} of the samples it saw right, and ${right} of new ones. Its plane is ${far} off the true one, for two reasons: the means of the arms lie together at the centre, and in 100 dimensions the means of 220 samples always differ by chance somewhere else. LDA found such a difference.`,
    trip: (first: string, far: string, right: string) =>
      `While TRIP trains, its plane turns from ${first} to ${far} off the true one. It then gets ${right} of the unseen samples right. Noise points with random labels keep it from 100%. This start was picked because it finds the plane; step 6 shows how many do.`,
    lambdaOne: (label: string, fit: string, right: string) =>
      `${label}: ${fit} of the fit samples and ${right} of the unseen ones`,
    lambda: (all: string) =>
      `${all}. With a small λ the plane fits by chance and fails on new samples; with a large one it turns to the plane of PCA.`,
    lottery: (found: number, count: number, all: string) =>
      `${found} of ${count} first planes get more than 75% of the unseen samples right: ${all}. The tool therefore trains several starts. A start there draws another first plane, other first weights and another order of the samples. “Open in the tool” shows the first plane of a picture; “Let TRIP take over” repeats its training.`,
    chooses: (
      start: number,
      objective: string,
      right: string,
      [found, all]: readonly [number, number],
      [low, high]: readonly [string, string],
    ) =>
      `Start ${start} has the lowest objective, ${objective}, and gets ${right} of the unseen samples right. Only ${found} of ${all} starts find the spiral; beside this one, accuracies range from ${low} to ${high}. Choosing by the test accuracy itself would be biased.`,
    axes: (two: string, three: string) =>
      `With two axes, ${two} of the unseen samples are right; with three, ${three}. Turn the second picture: from the side the strands cross, along their axis they lie on one ring, and only in space are they apart.`,
    read: (heaviest: string, right: string) =>
      `The largest weights are those of ${heaviest}. With two such axes, ${right} of the unseen wines are right. The tool shows which variables change the prediction of each sample.`,
    matrices: (
      tucker: readonly [string, string],
      trip: readonly [string, string],
      numbers: string,
      inputs: string,
      plain: string,
    ) =>
      `Tucker keeps ${tucker[1]} of the grey levels and gets ${tucker[0]} of the digits right. TRIP keeps ${trip[1]} and gets ${trip[0]} right: it gives up parts of the picture that the network does not need. It has ${numbers} parameters; the same layers on all ${inputs} grey levels would have ${plain}.`,
    noise: (fit: string, heldOut: string, test: string, atLeast: number, permutations: number, p: string) =>
      `TRIP gets ${fit} of its own samples right, but ${heldOut} of the same samples when they are held out, and ${test} of new ones. With mixed classes, ${atLeast} of ${permutations} repetitions do at least as well: p = ${p}. The first picture shows how well a plane can fit chance, and the second one what is left for a sample that it has not seen.`,
  },
  join: '; ',
});
