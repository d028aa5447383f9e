/** 図の中でサンプルに印を付ける部分の文字列。 */

import type { brush as english } from '../en/brush.ts';

export const brush: typeof english = {
  modes: { rectangle: '長方形', lasso: '投げ縄' },
  pointer: '図形',
  operation: '新しい図形で',
  operations: { replace: '印を付け直す', add: '印を加える', remove: '印を外す' },
  classToMark: '印を付けるクラス',
  markClass: 'クラスに印を付ける',
  markWrong: 'TRIPの誤った予測に印を付ける',
  markErrors: 'TRIPの誤差が大きい1割に印を付ける',
  invert: '反転',
  clear: '印を消す',
  done: '完了',
  counted: (marked, all) => `${all}サンプル中${marked}個に印`,
  toMarked: '何が違うかを見る',
  layer: {
    rectangle: (name) =>
      `${name}：長方形でサンプルに印を付けます。ドラッグするか、矢印キー（Shiftキーで大きく）でカーソルを動かし、Enterキーで角を、続いて向かいの角を決めます。Shiftキーで印を加え、Altキーで外し、Escキーで消します。`,
    lasso: (name) =>
      `${name}：投げ縄でサンプルに印を付けます。囲むようにドラッグするか、矢印キー（Shiftキーで大きく）でカーソルを動かし、Enterキーで角を決めます。同じ場所でもう一度Enterキーを押すと閉じます。Shiftキーで印を加え、Altキーで外し、Escキーで消します。`,
  },
  layerRole: '印を付ける図',
  inside: (count) => `内側に${count}サンプル`,
  dropped: {
    data: '印は別のデータ（リンクの場合は別の学習）のものなので、消しました。',
    link: 'リンクの印は、このデータでは使えません。',
  },
  leftOut: (limit) =>
    `この印を含めるとリンクが${limit}文字を超えるため、リンクには含まれません。座標のCSVには含まれます。`,

  title: '印を付けたサンプル',
  count: (fit, test) => `${fit}と${test}に印があります。`,
  countFit: (fit) => `${fit}に印があります。`,
  ofFit: (marked, all) => `学習サンプル${all}個中${marked}個`,
  ofTest: (marked, all) => `テストサンプル${all}個中${marked}個`,
  byClass: 'クラス別の印の数',
  className: 'クラス',
  all: 'すべて',
  marksOf: (marked, all) => `${marked} / ${all}`,
  moreClasses: (count) => `ほかに${count}クラスに印を付けたサンプルがあります。`,

  apart: '何が違うか',
  largest: (names) => `ほかのサンプルと比べて、印を付けたサンプルの平均が最も違うのは、${names}です。`,
  higher: (name, deviations) => `${name}（標準偏差の${deviations}倍高い）`,
  lower: (name, deviations) => `${name}（標準偏差の${deviations}倍低い）`,
  entry: (mode, index) => `${mode}：${index}`,
  noDifference: '印を付けたサンプルとほかのサンプルで、違う変数はありません。',
  nothingElse: 'すべてのサンプルに印があるため、比べるサンプルがありません。',
  differences: '印を付けたサンプルの平均からほかのサンプルの平均を引いた差（全サンプルの標準偏差を単位とする）',
  differencesOf: (mode) =>
    `印を付けたサンプルの平均からほかのサンプルの平均を引いた差（全サンプルの標準偏差を単位とする）。${mode}ごとに要素を平均した値`,
  oneMarked: '印を付けたサンプルは1個なので、ばらつきはありません。差はこのサンプルだけを表します。',

  coefficients: 'その近くでTRIPは変数をどう使うか',
  coefficientsMarked: (predicted, mode) => `印を付けたサンプル：${predicted}に対する局所回帰係数の平均${mode}`,
  coefficientsOthers: (predicted, mode) => `ほかのサンプル：${predicted}に対する局所回帰係数の平均${mode}`,
  ofMode: (mode) => `（${mode}）`,
  usedFit: (marked, allMarked, others, allOthers) =>
    `学習サンプルのうち、印のある${allMarked}個中${marked}個と、ほかの${allOthers}個中${others}個を等間隔に選んだ平均です。近傍のないサンプルは除きます。差の大きい順に並べています。`,
  usedTest: (marked, allMarked, others, allOthers) =>
    `印のある学習サンプルがないため、テストサンプルのうち、印のある${allMarked}個中${marked}個と、ほかの${allOthers}個中${others}個を等間隔に選んだ平均です。近傍のないサンプルは除きます。差の大きい順に並べています。`,
  noneUsed: '印を付けたサンプルには、幅σの中に近傍がないため、局所回帰係数がありません。近傍の幅を広げてください。',

  list: '印を付けたサンプルの一覧',
  sample: 'サンプル',
  row: '表の行',
  response: '応答',
  prediction: 'TRIPの予測',
  moreListed: (count) => `ほかに${count}個は一覧にありません。座標のCSVにはすべて含まれます。`,
};
