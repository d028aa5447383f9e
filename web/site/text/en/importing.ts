/** Strings of the dialogue for the reader's own table. tables.ts has those about the content of a file. */

import { live } from '../language.svelte.ts';

/** The facts in the line below the question. */
export interface DetectedLine {
  readonly rows: string;
  /** All rows were seen. */
  readonly whole: boolean;
  readonly variables: number;
  /** Separator, decimal mark, encoding and header, or the kind of file. */
  readonly format: readonly string[];
  /** Columns that are no variables. */
  readonly leftOut: string;
}

export const importing = live('importing', {
  title: 'Your own table',
  lead: 'A CSV or Parquet file with a sample in each row, NumPy arrays (.npy, .npz), or sparse samples (svmlight, .tns). It is read in this page and never leaves it: nothing is sent, nothing is stored.',
  chooseFile: 'Choose a file',
  orDrop: 'or drop one here, or paste a table:',
  /** The question above the choices. `count` is the number of classes. */
  predictClasses: (column: string, count: number) => `Predict “${column}” (${count} classes)?`,
  predictClassesSoFar: (column: string, count: number) => `Predict “${column}” (${count} classes in the first rows)?`,
  predictNumber: (column: string) => `Predict “${column}” (a number)?`,
  predictWhat: 'Which column should be predicted?',
  /** Everything that was detected, in one line. */
  detectedLine: ({ rows, whole, variables, format, leftOut }: DetectedLine) =>
    [
      `${whole ? '' : 'about '}${rows} rows, ${variables} ${variables === 1 ? 'variable' : 'variables'}`,
      ...format,
      ...(leftOut === '' ? [] : [`left out: ${leftOut}`]),
    ].join(' · '),
  decimalIs: { '.': 'decimal point', ',': 'decimal comma' },
  withNames: 'names in the first row',
  withoutNames: 'no names',
  enterTrains: 'Enter trains.',
  howRead: 'How it was read',
  howReadAsks: 'How it was read: please check',
  findColumn: 'Find a column',
  moreColumns: (count: string) => `${count} more: type a part of the name`,
  progress: (done: string, all: string, share: string) => `${done} of ${all} MB read (${share})`,
  checking: 'Checking the values …',
  cancel: 'Cancel',
  example: 'Download an example',
  pasted: 'Pasted table',
  pastedName: 'pasted table',
  encoding: 'Encoding',
  detected: 'detected automatically',
  comment: 'Skip rows starting with',
  delimiter: 'Column separator',
  decimal: 'Decimal mark',
  point: 'point, 1.5',
  decimalComma: 'comma, 1,5',
  firstRow: 'First row',
  holdsNames: 'holds the names',
  isSample: 'is a sample',
  meanMissing: 'Read as missing',
  besideEmpty: 'as well as the empty cell; separated by spaces',
  firstRows: 'First rows',
  typeOf: (column: string) => `Type of ${column}`,
  number: 'number',
  category: 'category',
  indicatorsOf: '0/1 for each value',
  dateOf: { dates: 'days since 1970-01-01', times: 'hours of the day' },
  skip: 'leave out',
  values: (count: string) => `different values: ${count}`,
  looks: {
    counter: 'counts the rows',
    rowNames: 'names the rows',
    identifier: 'all values differ',
    codes: 'codes of digits',
    dates: 'dates',
    times: 'times of the day',
    openDates: 'dates, order of day and month unknown',
  },
  columnIs: (column: string, look: string) => `${column} (${look})`,
  leftOut: (columns: string) => `Not variables, so left out unless you choose a type for them: ${columns}.`,
  undecided: (columns: string) =>
    `These columns are not numbers. Choose a type for each below, leave it out, or turn categories into 0/1 variables: ${columns}.`,
  answers: (columns: string) =>
    `Each value belongs to one class, so these columns may be the answer itself: ${columns}. “leave out” as the type removes a column.`,
  cut: (shown: number, all: string) => `${shown} of ${all} columns are shown; all are read.`,
  target: 'Column to predict',
  group: 'Rows that belong together',
  noGroups: 'each row is on its own',
  choose: 'choose …',
  itHolds: 'It contains',
  classes: 'classes',
  scale: 'numbers on a scale',
  formats: { npy: 'NumPy array', npz: 'NumPy archive', svmlight: 'svmlight', tns: 'sparse tensor' },
  arraysAre: (kind: string, samples: string, size: string) => `${kind}: ${samples} samples of ${size} numbers`,
  samplesArray: 'Array with the samples',
  response: 'Response',
  responses: {
    labels: 'label of each line',
    first: 'first column',
    last: 'last column',
    file: 'another file (.npy, .npz)',
  },
  arrayCalled: (name: string) => `array ${name}`,
  chooseResponseFile: 'Choose the file of the response',
  sampleShape: 'Shape of a sample',
  ofTheFile: 'that of the file',
  shapeExample: 'for example 8x8 for rows of 64 numbers',
  missingRows: 'Rows with missing values',
  refuseMissing: 'stop and list them',
  drop: 'leave them out',
  mean: 'fill in the mean of the fit samples',
  categories: 'Categorical variables',
  refuseCategories: 'stop and list them',
  indicators: 'a 0/1 variable for each',
  lacks: {
    file: 'Choose a file or paste a table first.',
    answer: 'Answer the question first.',
    target: 'Choose the column to predict first.',
    task: 'Choose first whether it contains classes or numbers.',
    array: 'Choose the array with the samples first.',
    response: 'Choose the response first.',
    responseFile: 'Choose the file of the response first.',
  },
  reading: 'Reading …',
  train: 'Train on this',

  tooLarge: (size: string, limit: string) =>
    `The file has ${size} MB; the limit is ${limit} MB. Use fewer rows or columns, or the command below, which has no such limit.`,
  chosenByYou: 'chosen by you',
  drawn: (shown: string, all: string) =>
    `${shown} of ${all} rows, drawn at random as you chose, are used; all others are left out of everything, the training too`,
  tooFew: (rows: number, fewest: number) =>
    `The table has ${rows} usable rows; fitting and testing need at least ${fewest}.`,
  oneClass: (column: string, name: string) =>
    `Column “${column}” contains only the class “${name}”; at least two are needed.`,
  oneValue: (column: string, value: string) =>
    `Column “${column}” is always ${value}; at least two different values are needed.`,
  allClasses: (column: string, classes: number, rows: number) =>
    `Column “${column}” has ${classes} classes in ${rows} rows: nearly every row is a class of its own. Choose another column, or predict it as a number.`,
  rareClasses: (names: string) => `A class with a single row cannot be both fitted and tested: ${names}.`,
  tooMany: (numbers: string, limit: string) =>
    `The samples have ${numbers} numbers; the limit is ${limit}. Use fewer samples or variables, or the command below, which has no such limit.`,
  manyNumbers: (rows: string, size: string, numbers: string, gigabytes: string) =>
    `${rows} rows of ${size} variables are ${numbers} numbers. Training on all of them takes up to ${gigabytes} GB of memory in this page. Which rows should be used?`,
  allRows: (rows: string) => `All ${rows} rows`,
  sampleRows: (rows: string) => `${rows} rows drawn at random`,
  noMemory: 'This page does not have enough memory for the table. Use fewer rows or columns, or the command below.',
  command: 'The command trains on all rows, with the same settings (Node is needed):',
  copyCommand: 'Copy the command',
  copied: 'Copied.',
  copyRefused: 'Your browser does not let the page copy. The command is selected: copy it by hand.',
  tooManyModes: (modes: number, most: number) =>
    `A sample has ${modes} modes; vectors, matrices and cubes (at most ${most} modes) are accepted.`,
  noShape: (text: string) => `The shape “${text}” is not accepted; write sizes like 8x8 or 10x8x6.`,
  noResponseFile: (name: string) => `The response cannot be read from “${name}”; .npy and .npz are accepted.`,
  oneVariable: 'one variable only, so one axis is kept (J = 1)',
  fewGroups: (column: string, groups: number, fewest: number) =>
    `The column “${column}” has ${groups === 1 ? 'one value' : `${groups} values`}; at least ${fewest} groups of rows are needed to keep some for testing.`,
  lonelyClasses: (column: string, classes: string) =>
    `All rows of these classes have the same value of “${column}”, so no model can be tested on them: ${classes}.`,
  allConstant: 'All variables are constant: nothing can be learned from these data.',
  constant: (names: string) => `constant, so they have no influence: ${names}`,
  andMore: (names: string) => `${names}, …`,
});
