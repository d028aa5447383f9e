/** 説明の文字列。 */

import type { explained as english } from '../en/explain.ts';

export const explained: typeof english = {
  title: 'TRIPは変数をどう使うか',
  probabilityOf: (name) => `${name}の確率`,
  predictedValue: '予測値',
  trueClass: (name) => `真のクラス：${name}`,
  trueValue: (value) => `真の値は${value}`,
  all: 'すべて',
  axis: (axis, correlation, predicted) => `第${axis}軸（${predicted}との相関 ${correlation}）`,
  whenStill: '学習を一時停止するか学習が終わると、軸の説明が表示されます。',
  oneSample: '個々のサンプル',
  sampleBefore: '前のサンプル',
  nextSample: '次のサンプル',
  noneChosen: '未選択',
  predicted: (value, truth) => `予測値は${value}、${truth}です。`,
  raises: (predicted) => `このサンプルの近くで${predicted}を上げる変数`,
  raisesMode: (predicted, mode) => `このサンプルの近くで${predicted}を上げる変数（${mode}）`,
  neighbours: (count) => `近傍（実効サンプル数${count}）から求めた局所回帰係数です。`,
  tooFew: (count) =>
    `近傍（実効サンプル数${count}）から求めた局所回帰係数です。サンプルが少なすぎて信頼できないため、近傍の幅を広げてください。`,
  refused: (message) => `説明できません：${message}。`,
  moreAxes: (count) => `残りの${count}軸の重みは、ファイルに保存されます。`,
  overall: (predicted) =>
    `サンプル全体で${predicted}を変える変数：局所回帰係数の絶対値の平均（符号は係数の平均のもの）`,
  overallMode: (predicted, mode) =>
    `サンプル全体で${predicted}を変える変数（${mode}）：局所回帰係数の絶対値の平均（符号は係数の平均のもの）`,
  againstNone: '他のクラスなし',
  contrast: (name, against) =>
    `${against}に対する${name}：両クラスのサンプルにわたる局所回帰係数の平均（長さを1に正規化）`,
  contrastMode: (name, against, mode) =>
    `${against}に対する${name}（${mode}）：両クラスのサンプルにわたる局所回帰係数の平均（長さを1に正規化）`,
  contrastLength: (samples, length) => `${samples}個のサンプルの平均で、正規化する前の長さは${length}です。`,
  sampleLength: (length) => `係数の長さは${length}です。`,
  flat: 'ここは平坦です。',
  flatText: (predicted) =>
    `このサンプルの周りでは、${predicted}はほとんど変わりません。係数の長さは、調べたサンプルの中で最大のものの1 %未満です。`,
  oneScale: '棒の縮尺はすべて共通で、同じ長さの棒は同じ値を表します。',
  twoScales: '軸の棒の縮尺は共通です。係数の棒は応答の単位を持つため、別の縮尺です。',
  width: (sigma) => `近傍の幅はσ = ${sigma}です。`,
  fromSample: (used, all) =>
    `全部では時間がかかるため、学習サンプル${all}個から無作為に選んだ${used}個で説明しています。`,
  isolatedOf: (samples, isolated) =>
    `調べた${samples}個のサンプルのうち${isolated}個は、近傍のサンプルが少なすぎるため、係数が0に引き寄せられています。幅を広げると近傍が増えます。`,
  allCounted: (samples) => `調べた${samples}個のサンプルは、いずれも近傍に十分なサンプルがあります。`,
  withoutNeighbours: (count, named) =>
    `そのうち${count}個には近傍のサンプルがまったくなく、他のサンプルに近傍がある限り、平均から除かれています：${named}。`,
  andMore: (named, more) => `${named}、ほか${more}個`,
  widths: {
    auto: '自動',
    half: '自動 × 0.5',
    double: '自動 × 2',
    fourfold: '自動 × 4',
    paper: (sigma) => `${sigma}（論文と同じ）`,
  },
  likeTraining: '変数の値は、学習サンプルと似ています。',
  unlike: {
    residual: (variables) =>
      `学習データに似たものがないサンプルです。同種のサンプルの99 %よりも平面から離れています。寄与の大きい変数：${variables}。`,
    hotelling: (variables) =>
      `学習データに似たものがないサンプルです。平面の中で、同種のサンプルの99 %よりも中心から離れています。寄与の大きい変数：${variables}。`,
    both: (variables) =>
      `学習データに似たものがないサンプルです。同種のサンプルの99 %よりも、平面からも、平面の中で中心からも離れています。寄与の大きい変数：${variables}。`,
  },
  share: (variable, share) => `${variable}（${share}）`,
  howToChoose: '図の中のサンプルをクリックまたはタップするか、図の中でEnterキーを押すか、ここで順に選んでください。',
  sizes: (projection, network, inputs, plain) =>
    `TRIPのパラメーターは、射影に${projection}個、ネットワークに${network}個です。同じ層を${inputs}個の入力すべてに使うと${plain}個になります。`,
  variable: '変数',
  bar: '棒',
  weight: '重み',
  interval: (low, high) => `、${low}から${high}`,
  intervals:
    '線は、再標本の95 %で各重みが入る範囲です。淡い棒は線が0をまたぐもので、0かもしれません。ノイズでも一部の重みは安定して見えるため、線は検定ではありません。',
  variableNumber: (index) => `変数${index}`,
};
