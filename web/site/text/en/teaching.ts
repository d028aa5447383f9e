/** Strings for teachers and their classes: presets of links, answers in links, answer key, worksheet, answers of a class. */

import { live } from '../language.svelte.ts';

export const teaching = live('teaching', {
  presetTitle: 'Begin with',
  presets: {
    open: { name: 'Everything', sees: 'Your class sees and changes everything.' },
    quiz: {
      name: 'Quiz',
      sees: 'Your class answers the questions of the path and sees the figures, but neither answers nor accuracies; all settings are locked.',
    },
    demonstration: {
      name: 'Demonstration',
      sees: 'Your class sees the training that you see now, and can play it again and look closer; all settings are locked.',
    },
    lambda: {
      name: 'Explore λ alone',
      sees: 'Your class sees one slider, λ, and what it does to the data that you see now; everything else stays as it is.',
    },
  },
  ownChoice: 'Your own choice: the lists below differ from these four.',
  tools: 'For your lesson',
  key: 'Answer key',
  worksheet: 'Worksheet for printing',
  list: 'Answers of your class',

  answered: (given: number, all: number) =>
    given === all ? `You have answered all ${all} questions.` : `You have answered ${given} of ${all} questions.`,
  nameLabel: 'Name or initials, if you like',
  nameNote: 'The link contains your answers and this name. Nothing is sent: you pass the link on yourself.',
  answersBox: 'Link with your answers',

  keyTitle: 'Answer key',
  keyNote: 'The figures were trained in this page, and all numbers are theirs.',
  worksheetTitle: 'Find the plane that matters: worksheet',
  training: (done: number, all: number) => `Training the figures: ${done} of ${all} steps finished`,
  trainingFailed: (message: string) => `The figures could not be trained: ${message}`,
  tryAgain: 'Try again',
  notReady: 'The figures can be trained once the page has started.',
  withFigures: 'With the figures, on pages of their own',
  print: 'Print',
  studentName: 'Name',
  date: 'Date',
  step: (step: number, title: string) => `${step}. ${title}`,
  reason: 'Why do you think so?',
  figures: 'Figures',
  figuresNote: 'Look at each figure after you have answered its question.',
  figureOf: (title: string, label: string) => `${title}: ${label}`,
  compare: 'What do you see? Does it agree with your answer?',
  rightAnswer: 'right answer',

  listLead:
    'Paste the links that your students sent back, or drop a file with them: whole lines of a chat, a mail or a spreadsheet will do. They stay in this page.',
  listBox: 'Links of your students',
  clear: 'Clear',
  saveList: 'Save the answers (CSV)',
  noLinks: 'No link with answers was found in this text.',
  students: (count: number) => (count === 1 ? '1 link with answers' : `${count} links with answers`),
  repeated: (count: number) =>
    count === 1
      ? '1 link repeats an earlier one and is left out.'
      : `${count} links repeat earlier ones and are left out.`,
  unanswered: (count: number) =>
    count === 1
      ? '1 link of this page contains no readable answers.'
      : `${count} links of this page contain no readable answers.`,
  tooMany: (count: number, limit: number) =>
    `The list has room for ${limit} links; ${count === 1 ? '1 more is' : `${count} more are`} left out.`,
  cut: 'The text is too long; only its beginning was read.',
  fileRefused: (file: string, message: string) => `${file} cannot be read: ${message}`,
  readFile: (file: string) => `${file} was added.`,
  tableCaption: 'Answers by step of the path',
  nameColumn: 'Name',
  noName: 'no name',
  rightColumn: 'Right',
  rightOf: (right: number, all: number) => `${right} of ${all}`,
  keyRow: 'Key',
  isRight: 'right',
  isWrong: 'wrong',
  noAnswer: 'no answer',
  problemsOf: (name: string, problems: string) => `${name}: ${problems}`,
  choicesOf: (title: string, given: number) => `${title} (${given === 1 ? '1 answer' : `${given} answers`})`,
  choice: (letter: string, text: string) => `${letter}: ${text}`,
  questionColumn: (step: number) => `step ${step}`,
});
