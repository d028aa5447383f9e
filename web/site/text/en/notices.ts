/** Strings of the notices, and of the problems of a link. */

import { live } from '../language.svelte.ts';

export const notices = live('notices', {
  noWebAssembly:
    'WebAssembly is switched off in this browser, for example by a lockdown or enhanced security mode. This page cannot compute without it. Allow it for this site, or open the page in another browser.',
  refusedWebAssembly:
    "A content security policy of this site or of your browser refuses WebAssembly, and this page cannot compute without it. Its operator must allow 'wasm-unsafe-eval' in script-src; the page also works as one file from a disk.",
  noStart: (message: string) => `The page could not start: ${message}`,
  noWorkers:
    'This browser refuses workers here, so trainings run on the page’s own thread. The results are the same, but slower.',
  noData: (message: string) => `The data could not be loaded: ${message}`,
  link: 'Some parts of this link could not be used:',
  linkTable:
    'This link was made with a table that is not loaded: neither the page nor a link stores data. Choose the same file and the same reading options to see the same result.',
  chooseFile: 'Choose the file',
  otherTable: 'These are not the data of the link: the file, the columns or the reading options differ.',
  failure: (message: string) => `A training failed: ${message}`,
  tryAgain: 'Try again',
  divergedIn: (methods: string, epoch: number) => `${methods} diverged in epoch ${epoch}`,
  diverged: (divergence: string, rate: string) =>
    `**${divergence}.** Each step of Adam moves every weight by about the learning rate, ${rate}, and the weights start between −1 and 1. Each step overshoots the minimum by more than the last, until the numbers overflow.`,
  collapsed: (methods: string, rate: string, count: number) =>
    `**${methods} ${count === 1 ? 'has' : 'have'} learned nothing:** the loss is no better than guessing, since every sample gets the same prediction. At a learning rate of ${rate}, the first steps were so long that the units of the ${count === 1 ? 'network' : 'networks'} became inactive.`,
  nothing: (methods: string, rate: string, count: number) =>
    `**${methods} ${count === 1 ? 'has' : 'have'} learned nothing:** the predictions are no better than guessing. At a learning rate of ${rate}, each step overshoots the minimum.`,
  overshot: (methods: string, rate: string, count: number) =>
    `**${methods} ${count === 1 ? 'is' : 'are'} too sure:** many classes are right, but the loss is no better than guessing, because wrong classes get a probability near 1. At a learning rate of ${rate}, each step overshoots the minimum.`,
  restartsFromBeginning:
    'The last finite state is shown. It is no better than the beginning, so halving the learning rate restarts the training from the beginning.',
  goesOn: (epoch: number) =>
    `The last good picture, of epoch ${epoch}, is kept. Halving the learning rate continues the training from there.`,
  halveThere: (epoch: number) => `Halve the learning rate from epoch ${epoch}`,
  branch: (epoch: number, before: string, after: string) =>
    `Trained in two parts: up to epoch ${epoch} with the learning rate ${before}, then with ${after}. Adam restarts at that epoch. Links repeat both parts.`,
  useOneRate: 'Use one learning rate',
  halve: 'Halve the learning rate',
  same: 'Same result: your browser got exactly what the sender of this link saw, bit for bit.',
  differs: 'This result differs from the one that the sender of this link saw.',
  otherVersion: 'The sender of this link used another version of the page, whose results are not the same bit for bit.',
  problems: {
    badMarks: 'The marked samples in the link cannot be read, or belong to other data; no samples are marked.',
    badAnswers: 'The answers in the link cannot be read, so none are taken over.',
    badName: 'The name in the link cannot be read, so it is left out.',
    answersLeftOut: (count: number) =>
      `${count === 1 ? 'One answer' : `${count} answers`} in the link ${count === 1 ? 'belongs' : 'belong'} to questions or choices that this page does not have, and ${count === 1 ? 'is' : 'are'} left out.`,
    damaged: 'The link is damaged or too long, so the opening settings are shown instead.',
    twice: (key: string) => `The link contains “${key}” twice; the first is used.`,
    cut: (here: number, sent: string) =>
      `The link was cut or changed on its way: ${here} of ${sent} characters arrived.`,
    noVersion: 'The link does not contain its version.',
    otherVersion: (given: string, own: string) => `The link has version ${given}; this page reads version ${own}.`,
    unknown: (key: string) => `The link contains a part “${key}” that this page does not know.`,
    refusedFlag: (part: string, used: string) => `${part} in the link cannot be used (0 or 1); ${used} is used.`,
    refusedChoice: (part: string, choices: string, used: string) =>
      `${part} in the link cannot be used (${choices}); ${used} is used.`,
    refusedWhole: (part: string, low: string, high: string, used: string) =>
      `${part} in the link cannot be used (a whole number from ${low} to ${high}); ${used} is used.`,
    refusedNumber: (part: string, low: string, high: string, used: string) =>
      `${part} in the link cannot be used (a number from ${low} to ${high}); ${used} is used.`,
    clamped: (part: string, low: string, high: string, used: string) =>
      `${part} in the link is outside ${low} to ${high}; ${used} is used.`,
    noSuchStart: (start: string, count: number) =>
      `The link asks for start ${start}, but only ${count === 1 ? 'start 1 exists' : `starts 1 to ${count} exist`}.`,
    badBranch: (part: string, epochs: number) =>
      `${part} in the link is not an epoch below ${epochs} with a learning rate, such as 100~0.001; one rate is used.`,
    badMoves: (part: string) => `${part} in the link cannot be read as moves of the plane; none is made.`,
    badSample: (part: string) =>
      `${part} in the link is not the number of a sample, such as 12 or t12 for the test samples; none is chosen.`,
    noSuchSample: (part: string, count: number) =>
      `${part} in the link names a sample that these data do not have: the numbers are 1 to ${count}. None is chosen.`,
    unknownVariables: (moves: number, variables: string) =>
      `${moves === 1 ? '1 move of the plane in the link belongs' : `${moves} moves of the plane in the link belong`} to variables that these data do not have (they have ${variables}); the others are made.`,
    movesLeftOut: (count: number) =>
      `The sender turned the plane by hand in ${count === 1 ? '1 move' : `${count} moves`}, for which the link was too short. The plane before them is shown.`,
    badFingerprint: (text: string) => `The fingerprint “${text}” in the link is not 16 hexadecimal digits.`,
    badFlag: (key: string, text: string) => `${key}=${text} in the link cannot be used (0 or 1); 0 is used.`,
    unknownPart: (key: string, name: string) => `${key} in the link names “${name}”, which this page does not have.`,
  },
  locked: (names: string) =>
    `The author of this link locked these controls, so that all readers see the same: ${names}.`,
  lockedMany: (count: number) =>
    `The author of this link locked ${count} controls, so that all readers see the same. They have a padlock.`,
  kept: (names: string) =>
    `The author of this link fixed these settings: ${names}. The result may differ from the one that you opened.`,
});
