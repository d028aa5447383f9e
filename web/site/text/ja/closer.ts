/** 詳しい結果（開始点、曲線、数値の一覧）の文字列。 */

import type { closer as english } from '../en/closer.ts';

export const closer: typeof english = {
  title: 'さらに詳しく',
  startsOfTrip: 'TRIPの初期値',
  allNumbers: 'すべての数値の表',
  startsRunning: (ended, all, left) =>
    `${all}個中${ended}個が学習済みです${left}。学習データでの目的関数が最小のものが表示されます。それまでテスト正解率は伏せておきます。`,
  startsRunningValidation: (ended, all, left) =>
    `${all}個中${ended}個が学習済みです${left}。検証損失が最小のものが表示されます。それまでテスト正解率は伏せておきます。`,
  lowest: (start) => `初期値${start}の目的関数が最小です。`,
  lowestValidation: (start) => `初期値${start}の検証損失が最小です。`,
  lowestSome: (start, found, all) =>
    `初期値${start}の目的関数が最小です。${all}個中${found}個がテストデータで75%を超えました。一つの初期値だけでは、クラスを分けられない平面に収束することがよくあります。`,
  lowestAll: (start, found, all) =>
    `初期値${start}の目的関数が最小です。${all}個中${found}個がテストデータで75%を超えました。`,
  halved: (start, halted, all) =>
    `初期値${start}の目的関数が最小です。${all}個中${halted}個は、値が他より大きかったため途中で打ち切られました。`,
  halvedValidation: (start, halted, all) =>
    `初期値${start}の検証損失が最小です。${all}個中${halted}個は、値が他より大きかったため途中で打ち切られました。`,
  haltedAt: (epoch) => `${epoch}で打ち切り`,
  noneToChoose: 'すべての初期値が発散したため、選べるものがありません。',
  noneEnded: 'すべての初期値で学習に失敗したため、選べる初期値がありません。',
  startButton: (start) => `初期値${start}、目的関数`,
  startButtonChosen: (start) => `初期値${start}、選ばれたもの、目的関数`,
  startButtonValidation: (start) => `初期値${start}、検証損失`,
  startButtonChosenValidation: (start) => `初期値${start}、選ばれたもの、検証損失`,
  onTestData: '、テストデータでは',
  isTraining: '学習中',
  covered: 'テスト ?',
  lossOf: (loss) => `損失 ${loss}`,
  scales: { log: '対数', linear: '線形' },
  angleToTruth: '真の平面との角度',
  largerAngle: '大きい角度',
  smallerAngle: '小さい角度',
  angleChart: 'エポックごとの、TRIPの平面と真の平面との主角度',
  overlapWith: (method) => `${method}と真の平面との重なり`,
  reading: (epoch, values) => `エポック${epoch}：${values}`,
  numbers: {
    region: 'すべての数値',
    caption: '表示中のエポックでの学習',
    method: '手法',
    epoch: 'エポック',
    scores: {
      loss: { fit: '学習損失', test: 'テスト損失' },
      reconstruction: { fit: '再構成誤差' },
      objective: { fit: '目的関数' },
      accuracy: { fit: '学習正解率', test: 'テスト正解率' },
      balancedAccuracy: { test: 'テスト均衡正解率' },
      macroF1: { test: 'テストマクロF1' },
      matthews: { test: 'テストマシューズ相関係数' },
      auc: { test: 'テストAUC' },
      brier: { test: 'テストブライアスコア' },
      rmse: { fit: '学習RMSE', test: 'テストRMSE' },
      pearson: { test: 'テスト相関' },
    },
    angles: '真の平面との角度',
    overlap: '重なり',
  },
};
