/** 最初から表示されるものの文字列。 */

import type { page as english } from '../en/page.ts';

export const page: typeof english = {
  title: 'TRIP：意味のある平面を見つける',
  skip: '図へ移動',
  display: '表示',
  heading: '意味のある平面を見つける',
  projections: '射影',
  planeViews: { panels: 'すべての図', plane: '一つの平面' },
  atHand: '手元の操作',
  settings: '設定',
  allHere: 'すべてこのページの中で計算されます。何も保存されず、何も送信されません。',
  footer: '使用しているパッケージの[手引き・使用例・リファレンス（英語）](docs/index.html)もご覧ください。',
  close: '閉じる',
  list: '、',

  languageMissing: 'この言語の文字列を読み込めませんでした。元の言語のまま続けます。',
  asSystem: 'システム',
  light: '明るい',
  dark: '暗い',
  ownTable: '手元の表を使う…',

  seconds: (count) => `${count}秒`,
  minutes: (count) => `${count}分`,
  hours: (count) => `${count}時間`,
  left: (time) => `、残り約${time}`,

  training: '学習',
  pause: '一時停止',
  epoch: (epoch) => `エポック${epoch}`,
  epochOf: (epoch, epochs) => `全${epochs}エポック中のエポック${epoch}`,
  speeds: { slow: '遅い', normal: '普通', quick: '速い', full: '最速' },
  turnedBy: (degrees) => `${degrees}度`,

  numberNeeded: '数値を入力してください。',
  notNumber: (text) => `「${text}」は数値ではありません。0.1や1e-3のように書いてください。`,
  tooLarge: (text) => `「${text}」は大きすぎます。`,

  projection: '射影',
  enlarge: (name) => `${name}を大きく表示`,
  tapToTurn: '図をタップしてからドラッグすると回せます。図の外をタップすると、またスクロールできます。',
  panel: (name) =>
    `${name}：平面に射影したサンプルと、ネットワークの予測。矢印キーで調べる位置を動かし、Enterキーで最も近いサンプルを選びます。`,
  panelTurns: (name) =>
    `${name}：平面に射影したサンプルと、ネットワークの予測。矢印キーで視点を回し、Shiftキーを併用すると調べる位置を動かし、Enterキーで最も近いサンプルを選びます。`,
  startNote: (start, all) => `初期値${start}（全${all}個）`,
  startNoteLowest: (start, all) => `初期値${start}（全${all}個）、目的関数が最小`,
  startNoteValidation: (start, all) => `初期値${start}（全${all}個）、検証損失が最小`,
  testError: 'テスト誤差（RMSE）',
  correlation: '相関',
  fitRmse: '学習RMSE',
  testAccuracy: 'テスト正解率',
  fit: '学習',
  objective: '目的関数',
  offPlane: '平面のずれ',
  epochColumn: 'エポック',
  endedAt: (epoch: number) => `${epoch}で終了`,
  predictedValue: (value) => `予測値 ${value}`,
  chance: (name, probability) => `P(${name}) ${probability}`,
  nearest: (prediction, sample) => `${prediction} · 最も近いもの：${sample}`,
  fitSample: (index) => `学習サンプル${index}`,
  testSample: (index) => `テストサンプル${index}`,
  ofClass: (sample, name) => `${sample}、クラス${name}`,
  ofResponse: (sample, value) => `${sample}、応答${value}`,

  nothingShown: 'まだ何も表示されていません',
  otherShape: (given, wanted) => `このモデルは${given}個の値のサンプルを受け取りますが、このデータは${wanted}です`,

  legend: '凡例',
  theResponse: (highest) => `${highest}（応答）`,
  theClass: 'クラス',
  className: (name) => `クラス${name}`,
  boldIsFit: '太字：学習、細字：テスト',
  fitMark: '学習',
  testMark: 'テスト',
  markedSample: '印を付けたサンプル（ほかは淡色）',
  probabilityRamp: (from, to) => `確率（${from}から${to}へ）`,
  equalPredictions: '線：予測値が等しい所',
  boundary: '決定境界',
  boundaryHighlighted: '強調したクラスの決定境界（細線：他のクラス）',
  boundaryHalf: '決定境界（確率50%）',
  facingPlane: '色と決定境界は、中心を通って手前を向く平面上のものです。',
  modePlaces:
    '各サンプルを、このモードの回転後の最初の2軸の上に描いています。一つのモードの位置だけでは予測は決まりません。',
  explainChosen: (sample) => `${sample}の説明`,
  densityRule: (samples, cell) =>
    `密度で描いています：学習用とテスト用を区別せず${samples}サンプルを${cell}ピクセルのマスに分けています。サンプルが多いマスほど色がはっきりし、複数のクラスがあるマスは色が混ざります。`,
  movingRule: (shown, all) =>
    `図が動いている間は、全${all}サンプルから無作為に選んだ${shown}サンプルを描いて採点します。学習には全部を使います。`,
  views: { plane: '予測の平面', pair: '2つの座標' },
  firstRotated: '回転後の最初の2軸',
  howToProbe:
    '図を指すか、図にフォーカスして矢印キーを使うと、その位置を調べられます。クリック、タップ、Enterキーでサンプルを選びます。',
  diverged: '発散',
  failed: '失敗',

  verdict: {
    other: (method, result) => `${method}は${result}`,
    loss: (loss, others) => `未知のサンプルに対するTRIPの損失は${loss}です（分散に対する割合）。${others}です。`,
    right: (right, others) => `TRIPは未知のサンプルの${right}を正しく分類しました。${others}です。`,
    found: (angle, right, others) =>
      `TRIPは渦巻きを見つけました。その平面と真の平面とのずれは${angle}で、未知のサンプルの${right}を正しく分類しました。${others}です。`,
    missed: (angle, right, others) =>
      `TRIPは今回、渦巻きを見つけられませんでした。その平面と真の平面とのずれは${angle}で、正しく分類したのは未知のサンプルの${right}です。${others}です。新しい初期値、もっと多くの初期値、または別のλを試してください。`,
    diverged: (rate, others) =>
      `TRIPは発散しました。学習率${rate}はここでは大きすぎます。もっと小さい値を試してください。${others}です。`,
    collapsed: (rate, others) =>
      `TRIPは何も学習していません。学習率${rate}はここでは大きすぎます。もっと小さい値を試してください。${others}です。`,
    failed: (others) => `TRIPの学習は失敗したため、結果がありません。${others}です。`,
    unknown: (others) => `TRIPの学習が終わりました。未知のサンプルに対する評価値はありません。${others}です。`,
    atEnd: '学習終了時：',
    atFullSpeed: (percent) => `最速で学習しています：${percent}%`,
    otherStarts: (left) => `残りの初期値から学習しています${left}…`,
    running: '学習しています…TRIPの平面が回る様子をご覧ください。',
    loading: '読み込んでいます…',
    waitsForTable: 'このリンクの表のファイルが選ばれるのを待っています。',
    ended: (verdict) => `学習が終わりました。${verdict}`,
    accuracyAt: (epoch, objective, accuracy) =>
      `エポック${epoch}：TRIPの目的関数${objective}、テスト正解率${accuracy}。`,
    errorAt: (epoch, objective, error) => `エポック${epoch}：TRIPの目的関数${objective}、テスト誤差${error}。`,
    unseen: (from, to) =>
      `このタブが背面にある間に、学習はエポック${from}から${to}まで進みました。その間は何も描かれていません。この間のエポックは、タイムラインでご覧になれます。`,
    pickedSeeds:
      '最初の画面のデータと初期値のシードは、最初の初期値で渦巻きが現れるように選んだものです。ほかのシードでは、もっと多くの初期値が必要なことがあります。[データを引き直す](data)か、[初期値を引き直して](start)みてください。',
  },

  noPart: (message) => `ページのこの部分を読み込めませんでした：${message}`,
};
