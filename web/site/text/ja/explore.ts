/** λと層の数の一覧の文字列。 */

import type { explore as english } from '../en/explore.ts';

export const explore: typeof english = {
  title: 'λと層の数を変えてみる',
  lead: 'λの値と隠れ層の数だけを変えて、同じ学習を行います。各図は目的関数が最小になった初期値のもので、選ぶとツールに表示されます。テストデータの結果は、λの働きを示すためのものです。それを見て選ぶと、結果が偏ります。',
  chosen: (lambda, layers, honest, optimistic) =>
    `選択：λ ${lambda}、${layers}。この選び方の正直な成績は${honest}、選択に使った成績は${optimistic}です。`,
  chosenError: (lambda, layers, honest, optimistic) =>
    `選択：λ ${lambda}、${layers}。この選び方の正直な誤差（RMSE）は${honest}、選択に使った誤差は${optimistic}です。`,
  agreeing: (agreeing, folds) =>
    `自分のサンプルを除いた${folds}個の外側の分割のうち、${agreeing}個が同じセルを選びました。`,
  showChosen: 'ツールに表示',
  allDepths: (first, last) => `${first}から${last}`,
  rest: '残りを学習',
  stop: '中止',
  estimate: (time) => `約${time}`,
  progress: (done, total) => `${total}件中${done}件を学習済み`,
  byItself: (trainings, time) =>
    `リンクがこの一覧を求めているため、自動的に学習します。学習は${trainings}回${time && `、${time}`}です。`,
  all: (count) => `${count}個のセルをすべて学習しました。`,
  stopped: (done, total) => `中止しました。${total}個中${done}個のセルは学習済みで、そのまま残ります。`,
  timesAuto: (times) => `自動値の${times}倍`,
  noMore: (starts) => `各セルの初期値は${starts}個です。ツールの初期値の数が上限です。`,
  grid: 'λと隠れ層の数ごとのTRIP',
  layers: (count) => (count === 0 ? '隠れ層なし' : `隠れ層${count}層`),
  here: '、上に表示中',
  onTest: '、テストデータで',
  objective: '、目的関数',
  error: (value) => `RMSE ${value}`,
  diverged: '発散',
  failed: '失敗',
  training: '学習中',
  part: (done, total) => `${total}個中${done}個`,
  keyAccuracy: '各図の下は、テストデータでの正解率と目的関数です。目的関数は同じλの間でだけ比べられます。',
  keyError: '各図の下は、テストデータでの誤差と目的関数です。目的関数は同じλの間でだけ比べられます。',
  keyScale: '縮尺は図ごとに異なります。',
  keyHere: '枠で囲んだセルが上の設定です。',
  asNumbers: '一覧を表で見る',
  hiddenLayers: '隠れ層',
  start: '初期値',
  fitError: '学習RMSE',
  testError: 'テストRMSE',
  fitAccuracy: '学習正解率',
  testAccuracy: 'テスト正解率',
  fitLoss: '学習損失',
  testLoss: 'テスト損失',
  reconstruction: '再構成誤差',
  objectiveColumn: '目的関数',
  nothing: 'まだ何も学習していません。',
};
