/** 最初から表示されるものの文字列。 */

import type { page as english } from '../en/page.ts';

export const page: typeof english = {
  title: 'TRIP：意味のある平面を見つける',
  skip: '図へ移動',
  skipSettings: '設定を飛ばす',
  display: '表示',
  heading: '意味のある平面を見つける',
  projections: '射影',
  planeViews: { panels: 'すべての図', plane: '一つの平面' },
  startsOfTrip: 'TRIPの初期値',
  closer: 'さらに詳しく',
  atHand: '手元の操作',
  settings: '設定',
  allNumbers: 'すべての数値の表',
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
  reading: (epoch, values) => `エポック${epoch}：${values}`,
  epochOf: (epoch, epochs) => `全${epochs}エポック中のエポック${epoch}`,
  speeds: { slow: '遅い', normal: '普通', quick: '速い', full: '最速' },
  turnedBy: (degrees) => `${degrees}度`,

  model: 'モデル',
  start: '初期値',
  data: 'データ',
  changesRetrain: '変更すると学習し直します。[最初の設定に戻す](reset)',

  numberNeeded: '数値を入力してください。',
  wholeNeeded: '整数を入力してください。',
  notNumber: (text) => `「${text}」は数値ではありません。0.1や1e-3のように書いてください。`,
  tooLarge: (text) => `「${text}」は大きすぎます。`,
  timesAuto: (times) => `＝自動値の${times}倍`,
  between: (low, high) => `${low}から${high}までの値にしてください。`,

  projection: '射影',
  enlarge: (name) => `${name}を大きく表示`,
  tapToTurn: '図をタップしてからドラッグすると回せます。図の外をタップすると、またスクロールできます。',
  panel: (name) =>
    `${name}：平面に射影したサンプルと、ネットワークの予測。矢印キーで調べる位置を動かし、Enterキーで最も近いサンプルを選びます。`,
  panelTurns: (name) =>
    `${name}：平面に射影したサンプルと、ネットワークの予測。矢印キーで視点を回し、Shiftキーを併用すると調べる位置を動かし、Enterキーで最も近いサンプルを選びます。`,
  startNote: (start) => `初期値${start}`,
  startNoteLowest: (start) => `初期値${start}、目的関数が最小`,
  startNoteValidation: (start) => `初期値${start}、検証損失が最小`,
  testError: 'テスト誤差（RMSE）',
  correlation: '相関',
  fitRmse: '学習RMSE',
  testAccuracy: 'テスト正解率',
  fit: '学習',
  objective: '目的関数',
  offPlane: 'ずれ',
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
    `密度で描いています：学習用とテスト用を区別せず${samples}サンプルを${cell}ピクセルのマスに分け、サンプルが多いマスほど濃く、複数のクラスがあるマスは混ざった色です。`,
  movingRule: (shown, all) =>
    `図が動いている間は、全${all}サンプルから無作為に選んだ${shown}サンプルを描いて採点します。学習には全部を使います。`,
  views: { plane: '予測の平面', pair: '2つの座標' },
  firstRotated: '回転後の最初の2軸',
  howToProbe:
    '図を指すか、図にフォーカスして矢印キーを使うと、その位置を調べられます。クリック、タップ、Enterキーでサンプルを選びます。',

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
  noneToChoose: 'すべての初期値が発散したため、選べるものがありません。',
  noneEnded: 'すべての初期値で学習に失敗したため、選べる初期値がありません。',
  startButton: (start) => `初期値${start}、目的関数`,
  startButtonChosen: (start) => `初期値${start}、選ばれたもの、目的関数`,
  startButtonValidation: (start) => `初期値${start}、検証損失`,
  startButtonChosenValidation: (start) => `初期値${start}、選ばれたもの、検証損失`,
  onTestData: '、テストデータでは',
  diverged: '発散',
  isTraining: '学習中',
  failed: '失敗',
  covered: 'テスト ?',
  lossOf: (loss) => `損失 ${loss}`,

  scales: { log: '対数', linear: '線形' },
  angleToTruth: '真の平面との角度',
  largerAngle: '大きい角度',
  smallerAngle: '小さい角度',
  angleChart: 'エポックごとの、TRIPの平面と真の平面との主角度',
  overlapWith: (method) => `${method}と真の平面との重なり`,

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
      balancedAccuracy: { test: 'テスト平均再現率' },
      macroF1: { test: 'テストマクロF1' },
      matthews: { test: 'テストマシューズ相関' },
      auc: { test: 'テストAUC' },
      brier: { test: 'テストブライアスコア' },
      rmse: { fit: '学習RMSE', test: 'テストRMSE' },
      pearson: { test: 'テスト相関' },
    },
    angles: '真の平面との角度',
    overlap: '重なり',
  },

  verdict: {
    other: (method, result) => `${method}は${result}`,
    loss: (loss, others) => `未知のサンプルに対するTRIPの損失は${loss}です（分散に対する割合）。${others}です。`,
    right: (right, others) => `TRIPは未知のサンプルの${right}を正しく分類しました。${others}です。`,
    found: (angle, right, others) =>
      `TRIPは渦巻きを見つけました。その平面と真の平面とのずれは${angle}で、未知のサンプルの${right}を正しく分類しました。${others}です。`,
    missed: (angle, right, others) =>
      `TRIPは今回、渦巻きを見つけられませんでした。その平面と真の平面とのずれは${angle}で、正しく分類したのは未知のサンプルの${right}です。${others}です。新しい初期値、より多くの初期値、または別のλを試してください。`,
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
      '最初の画面のデータと初期値のシードは、少ない初期値で渦巻きが現れるものです。ほかのシードでは、もっと多くの初期値が必要なことがあります。[別のデータを引く](data)か、[別の初期値を引いて](start)みてください。',
  },

  notices: {
    noWebAssembly:
      'このブラウザーではWebAssemblyが無効になっています（ロックダウンモードやセキュリティ強化モードで起こります）。このページの計算にはWebAssemblyが必要です。このサイトで許可するか、別のブラウザーで開いてください。',
    noStart: (message) => `ページを開始できませんでした：${message}`,
    noWorkers:
      'このブラウザーではワーカーを使えないため、ページ自身のスレッドで学習します。結果は同じですが、時間がかかります。',
    noPart: (message) => `ページのこの部分を読み込めませんでした：${message}`,
    noData: (message) => `データを読み込めませんでした：${message}`,
    link: 'このリンクには使えない部分がありました：',
    linkTable:
      'このリンクの表は、まだ読み込まれていません。ページもリンクもデータを保存しないためです。同じファイルと同じ読み込み方を選ぶと、同じ結果が得られます。',
    chooseFile: 'ファイルを選ぶ',
    otherTable: 'これはリンクが指しているデータではありません。ファイル、列、または読み込み方が異なります。',
    failure: (message) => `学習に失敗しました：${message}`,
    tryAgain: 'もう一度試す',
    divergedIn: (methods, epoch) => `${methods}はエポック${epoch}で発散`,
    diverged: (divergence, rate) =>
      `**${divergence}しました。** Adamの1ステップは各重みを学習率（ここでは${rate}）ほど動かしますが、重みは−1から1の間で始まります。そのため毎回、前回よりも大きく最小点を飛び越し、ついには数値があふれました（オーバーフロー）。`,
    collapsed: (methods, rate) =>
      `**${methods}は何も学習していません。** どのサンプルにも同じ予測をしているため、損失が当て推量と変わりません。学習率${rate}では最初のステップが長すぎて、ネットワークのユニットが反応しなくなりました。`,
    nothing: (methods, rate) =>
      `**${methods}は何も学習していません。** 予測が当て推量と変わりません。学習率${rate}では、どのステップも最小点を飛び越します。`,
    overshot: (methods, rate) =>
      `**${methods}は確信しすぎています。** 多くのクラスは正しいのですが、間違ったクラスにも1に近い確率を与えるため、損失は当て推量と変わりません。学習率${rate}では、どのステップも最小点を飛び越します。`,
    restartsFromBeginning:
      '最後の有限な状態を表示しています。学習前より良くなっていないので、学習率を半分にすると最初から学習し直します。',
    goesOn: (epoch) => `最後の良い図（エポック${epoch}）を残しました。学習率を半分にすると、そこから学習を続けます。`,
    halveThere: (epoch) => `エポック${epoch}から学習率を半分にする`,
    branch: (epoch, before, after) =>
      `2つの部分に分けて学習しています。エポック${epoch}までは学習率${before}、そこからは${after}です。Adamはそのエポックで初期化されます。リンクは両方を再現します。`,
    useOneRate: '全体を1つの学習率にする',
    halve: '学習率を半分にする',
    same: '同じ結果です。このブラウザーの結果は、リンクの送り主が見たものと1ビットも違いません。',
    differs: 'リンクの送り主が見た結果とは異なります。',
    otherVersion: 'リンクの送り主が使ったのは別の版のページで、その結果はビット単位では一致しません。',
  },

  link: {
    badMarks: 'リンクの印は読めないか、別のデータのものです。印は付けません。',
    damaged: 'リンクが壊れているか長すぎるため、最初の設定を表示しています。',
    twice: (key) => `リンクに「${key}」が2回あります。最初のものを使います。`,
    cut: (here, sent) => `リンクが途中で切れたか変更されました（${sent}文字中${here}文字）。`,
    noVersion: 'リンクに版の番号がありません。',
    otherVersion: (given, own) => `リンクの版は${given}ですが、このページが読めるのは版${own}です。`,
    unknown: (key) => `リンクにある「${key}」は、このページでは使われていません。`,
    refusedFlag: (part, used) => `リンクの${part}は使えません（0か1）。${used}を使います。`,
    refusedChoice: (part, choices, used) => `リンクの${part}は使えません（${choices}）。${used}を使います。`,
    refusedWhole: (part, low, high, used) =>
      `リンクの${part}は使えません（${low}から${high}までの整数）。${used}を使います。`,
    refusedNumber: (part, low, high, used) =>
      `リンクの${part}は使えません（${low}から${high}までの数値）。${used}を使います。`,
    clamped: (part, low, high, used) => `リンクの${part}は${low}から${high}の範囲外です。${used}を使います。`,
    noSuchStart: (start, count) =>
      `リンクは初期値${start}を指していますが、初期値は${count === 1 ? '1' : `1から${count}まで`}しかありません。`,
    badBranch: (part, epochs) =>
      `リンクの${part}は「${epochs}より小さいエポック~学習率」（例：100~0.001）ではありません。学習率を途中で変えずに学習します。`,
    badMoves: (part) => `リンクの${part}は平面の操作として読めません。操作なしで表示します。`,
    movesLeftOut: (count) =>
      `送り手は平面を手で${count}回動かしましたが、リンクに入りきりませんでした。動かす前の平面を表示しています。`,
    badFingerprint: (text) => `リンクのフィンガープリント「${text}」は16桁の16進数ではありません。`,
  },
};
