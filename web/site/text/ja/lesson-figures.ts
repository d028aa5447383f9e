/** レッスンの図の文字列。 */

import type { drawn as english } from '../en/lesson-figures.ts';

export const drawn: typeof english = {
  coveredAccuracy: '正解率は先生が隠しています',
  covered: {
    pca: '先生が隠しています：真の平面と、各方向に渦巻きが占める割合。',
    lda: '先生が隠しています：学習サンプルと新しいサンプルでのクラスの平均。',
    trip: '先生が隠しています：真の平面との角度。',
    lambda: '先生が隠しています：各λでの正解率と角度。',
    lottery: '先生が隠しています：6回の学習の正解率。',
    chooses: '先生が隠しています：各初期値の目的関数と正解率。',
    axes: '先生が隠しています：2軸と3軸での正解率。',
    read: '先生が隠しています：変数の重み。',
    matrices: '先生が隠しています：二つの方法の正解率。',
    noise: '先生が隠しています：正解率と並べ替え検定。',
  },
  onFit: '学習サンプル',
  onNew: '新しいサンプル',
  training: '学習',

  truth: '真の平面',
  truthPicture: '同じサンプルを渦巻きの平面に射影したもの',
  variances: 'データのばらつきが大きい方向の分散。',
  spiralPart: '渦巻きの平面の中',
  noisePart: 'ノイズ',
  direction: (number) => `方向${number}`,
  varianceText: (variance, inside) => `${variance}（渦巻き${inside}）`,
  variancesNote: (kept, dropped) =>
    `三つの方向のばらつきはほぼ等しく、PCAは最初の二つを残します。2番目はノイズで、渦巻きは${kept}しか含みません。PCAが捨てる3番目は、${dropped}が渦巻きです。`,

  reasonMeans: '理由1：真の平面では、平均がほとんど離れていない',
  means: (deviations) =>
    `二つの腕の平均（＋の印）は中心の近くにあり、その差は偏差の${deviations}倍です。LDAは、この値が最大になる方向を探します。`,
  meansPicture: (deviations) => `真の平面上の学習サンプルと二つの腕の平均。平均の差は偏差の${deviations}倍`,
  reasonChance: '理由2：100もの方向があれば、偶然に分かれる方向がある',
  apart: (deviations) => `平均の差は偏差の${deviations}倍`,
  chanceNote:
    'LDAの第1の方向。一方の腕を上向き、もう一方を下向きに描き、それぞれの平均に線を引いています。差があるのは学習に使ったサンプルだけです。',
  ldaAxes: '図が棒になる理由：二つの方向のばらつき。',
  between: '腕どうしの差',
  withinClasses: '腕の中のばらつき',
  ldaAxis: (number) => `方向${number}`,
  ldaAxisText: (deviation, share) => `${deviation}（差が${share}）`,

  turningPicture: (epoch) => `${epoch}エポック後のTRIPの平面に射影したサンプル`,
  atEpoch: (epoch) => `${epoch}エポック後`,
  offTrue: '真の平面からのずれ',
  angleAxis: '学習中の角度の変化（下端が0°、上端が90°）',
  scrub: '学習の時点',
  momentSpoken: (epoch, angle) => `${epoch}エポック後：真の平面からのずれは${angle}`,

  pairs: '正しい予測の割合',
  toPca: 'PCAの平面との角度',
  toPcaNote: '角度は、TRIPの平面と、同じサンプルでのPCAの平面との最大の角度です。',
  markNote: (mark) => `破線は${mark}です。これを超えた学習は、渦巻きを見つけたとみなします。`,

  scatter: '目的関数とテスト正解率で並べた初期値',
  dot: (start, objective, right) => `初期値${start}：目的関数${objective}、未知のサンプルの正解率${right}`,
  dotChosen: (start, objective, right) =>
    `初期値${start}（目的関数が最小）：${objective}、未知のサンプルの正解率${right}`,
  testAxis: '未知のサンプルの正解率（選ぶときには使わない）',
  objectiveAxis: '学習サンプルでの目的関数：最小のものを選ぶ',

  space: (label) => `${label}の図。ドラッグするか矢印キーを押すと回ります。`,
  turnIt: '図をドラッグするか、矢印キーを押すと回ります。',
  viewed: (yaw, pitch) => `向き${yaw}°、傾き${pitch}°。`,

  weights: '第1軸でのすべての変数の重み',

  original: '未知の数字',
  originals: '各クラスの最初の未知の数字',
  rebuiltBy: (method) => `${method}が3 × 3の数から復元した同じ数字`,
  kept: (share) => `濃淡の${share}を保つ`,
  rightDigits: (share) => `数字の${share}が正解`,
};
