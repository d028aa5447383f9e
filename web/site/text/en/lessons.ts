/** Strings of the path. What a step tells of its figure comes with the figure's values, already written. */

import { live } from '../language.svelte.ts';

export const lessons = live('lessons', {
  heading: (count: number) => `A path in ${count} steps`,
  step: (number: number, title: string) => `Step ${number}: ${title}`,
  chooseFirst: 'Choose an answer first.',
  trainAndSee: 'Train and see',
  running: (done: number, all: number) => `Training, ${done} of ${all} ready`,
  asSaid: 'As you said.',
  notThisTime: 'Not this time.',
  figure: (label: string) => `${label}: projected samples and predictions`,
  unseen: (right: string) => `${right} of the unseen right`,
  open: 'open in the tool',
  before: 'Step before',
  next: 'Next step',
  ownTable: 'And now your own table …',

  start: (number: number) => `start ${number}`,
  lambda: (value: string) => `λ = ${value}`,
  twoAxes: 'two axes',
  threeAxes: 'three axes',
  variable: (name: string, weight: string) => `${name} (${weight})`,

  steps: {
    pca: {
      title: 'Where the data vary most',
      claim: 'A direction can be loud and say nothing.',
      question:
        'A spiral lies in 2 of 100 dimensions, beside a direction of noise that is just as loud. PCA keeps the plane in which the data vary most. How much of the spiral will a network see there?',
      choices: ['All of it', 'A mixture of it and the noise', 'Nothing at all'],
    },
    lda: {
      title: 'Where the class means part',
      claim: 'Looking at the classes is not enough: chance offers differences too.',
      question:
        'LDA looks for the direction that parts the means of the two arms, though both have their middle at the centre. It fits most of its 220 samples. How will it do on 220 new ones?',
      choices: ['As well as on the old ones', 'About 10 points worse', 'Far worse, not far from a coin toss'],
    },
    trip: {
      title: 'Learn where to look',
      claim: 'A projection can be trained by the errors of the network behind it.',
      question:
        'TRIP turns the plane and trains the network together, and asks the plane to keep the shape of the data as well. How close will it come to the true plane?',
      choices: ['Within 15°', 'Half way, about 45°', 'It stays lost'],
    },
    lambda: {
      title: 'What λ is for',
      claim: 'Between overfitting and PCA there is a place where both terms help.',
      question: 'λ weighs how much the plane must keep of the data. Which gets most of the unseen samples right?',
      choices: ['λ = 0.001', 'λ = 0.3', 'λ = 10'],
    },
    lottery: {
      title: 'One start is a lottery',
      claim: 'The objective has many valleys, and a single start falls into any of them.',
      question: 'Six trainings that differ in nothing but their random first plane. How many will find the spiral?',
      choices: ['All six', 'Three to five', 'One or two', 'None'],
    },
    chooses: {
      title: 'The objective chooses',
      claim: 'Which start to keep can be told without looking at the test samples.',
      question:
        'Again six starts, on a ring within a ring. One is kept by its objective on the fit samples alone. How will it do on the unseen ones?',
      choices: [
        'It is the best of the six, or within 2 points of it',
        'Somewhere in the middle',
        'It is among the worst',
      ],
    },
    axes: {
      title: 'How many axes',
      claim: 'Some shapes need a third axis.',
      question:
        'Two strands wind around one another like DNA, hidden among noise. Is a plane enough to tell them apart, or do three axes do better? Each is shown from the one of eight starts whose objective is the lowest.',
      choices: ['A plane is enough', 'Three axes do better by 5 points or more'],
    },
    read: {
      title: 'Read the axes',
      claim: 'An axis is a weighted sum of variables, and the weights can be read.',
      question: 'Thirteen measurements of wines from three cultivars. Which of these weighs most on the first axis?',
      choices: ['ash', 'magnesium', 'flavanoids'],
    },
    matrices: {
      title: 'Matrices stay matrices',
      claim: 'A picture has rows and columns: one small projection for each is enough.',
      question:
        'Digits of 8 × 8 grey levels become 3 × 3. Tucker takes the projections that keep most of the pictures, TRIP those that serve the network. Which gets more unseen digits right?',
      choices: ['Tucker', 'TRIP', 'They are within a point of one another'],
    },
  },

  told: {
    pca: (near: string, far: string, right: string) =>
      `The plane of PCA shares a direction with the true one (${near} apart), but the other is ${far} off. The same network that could follow a spiral gets ${right} of the unseen samples right.`,
    lda: (fit: string, right: string, far: string) =>
      `${fit} of the samples it saw, ${right} of new ones. In 100 dimensions 220 samples always differ somewhere by chance, and that is what it found: its plane is ${far} off the true one.`,
    trip: (far: string, right: string) =>
      `${far} off the true plane, and ${right} of the unseen samples right. Noise points whose label says nothing keep it from 100%.`,
    lambdaOne: (label: string, fit: string, right: string) =>
      `${label}: ${fit} of the fit samples and ${right} of the unseen ones`,
    lambda: (all: string) => `${all}. A small λ finds a plane that fits by chance, a large one the plane of PCA.`,
    lottery: (found: number, count: number, all: string) =>
      `${found} of ${count} get more than 75% of the unseen samples right: ${all}. That is why the tool trains several.`,
    chooses: (start: number, objective: string, right: string, others: string) =>
      `Start ${start} has the lowest objective, ${objective}, and gets ${right} of the unseen samples right. The others: ${others}. Choosing by the test accuracy itself would be peeking.`,
    axes: (two: string, three: string) =>
      `With two axes ${two} of the unseen samples are right, with three ${three}. Open it in the tool and turn it.`,
    read: (heaviest: string, right: string) =>
      `The heaviest are ${heaviest}. With two such axes ${right} of the unseen wines are right. In the tool each sample tells which variables move its prediction.`,
    matrices: (tucker: string, trip: string, numbers: string, inputs: string, plain: string) =>
      `Tucker ${tucker}, TRIP ${trip}. It does so with ${numbers} numbers; the same layers on all ${inputs} grey levels would have ${plain}.`,
  },
  join: '; ',
});
