/** 曲線と混同行列、多数のクラスの凡例の文字列。 */

import type { charts as english } from '../en/charts.ts';

export const charts: typeof english = {
  titles: { loss: '損失', objective: '目的関数', accuracy: '正解率' },
  measures: { loss: '損失', objective: '目的関数', accuracy: '正解率' },
  overEpochs: (title, method) => `エポックごとの${method}の${title}`,
  fitLoss: '学習損失',
  testLoss: 'テスト損失',
  fitAccuracy: '学習正解率',
  testAccuracy: 'テスト正解率',
  objective: '目的関数',
  loss: '損失',
  reconstruction: 'λ × 再構成誤差',
  flatAt: (epoch) => `TRIPの目的関数は${epoch}エポックで横ばいになりました。`,
  showPlateau: 'その時点を見る',
  endAtPlateau: 'そこで学習を終える',

  highlight: '強調するクラス',
  manyClasses: (classes) => `${classes}個のクラスを10色と10種の形で表します。背景の色は最も確率の高いクラスです。`,
  manyRepeated: (classes, looks) =>
    `${classes}個のクラスを10色と10種の形で表します（${looks}個ごとに同じ印をくり返します）。背景の色は最も確率の高いクラスです。`,
  manyWritten: (classes) => `${classes}個のクラスを10色で表します。背景の色は最も確率の高いクラスです。`,
  allMarks: 'すべてのクラスの印',

  confusion: '混同行列',
  confusionRead: (method) => `${method}：行は真のクラス、列は予測したクラスです。対角線上が正解です。`,
  confusionMany: (classes, shown) =>
    `クラスが${classes}個の混同行列は大きすぎて読めないため、最も多い間違いを${shown}件まで示します。`,
  noMistakes: '間違いなし',
  trueClass: '真のクラス',
  predictedClass: '予測したクラス',
  count: '件数',
  confusionRegion: '混同行列の表',
  fitSamples: '学習サンプル',
  testSamples: 'テストサンプル',
};
