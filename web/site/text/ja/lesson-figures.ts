/** レッスンの図の文字列。 */

import type { drawn as english } from '../en/lesson-figures.ts';

export const drawn: typeof english = {
  coveredAccuracy: '正解率は先生が隠しています',
  covered: {
    pca: '先生が隠しています：真の平面と、各方向に渦巻きが占める割合。',
    lda: '先生が隠しています：学習サンプルと未知のサンプルでのクラスの平均。',
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
  onUnseen: '未知のサンプル',
  training: '学習',

  legend: '図の凡例',
  fitMark: '学習サンプル',
  unseenMark: '未知のサンプル',
  letterFit: '太字：学習サンプル',
  letterUnseen: '細字：未知のサンプル',
  area: 'ネットワークの予測',
  border: '予測が変わる境界',
  wrong: '予測を誤った未知のサンプル',
  arms: ['一方の腕', 'もう一方の腕'],
  strands: ['一方の鎖', 'もう一方の鎖'],
  randomClasses: ['無作為なクラスA', '無作為なクラスB'],
  cultivar: (number) => `品種${number}`,

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
    `二つの腕の平均（＋の印）の差は、腕の中の標準偏差の${deviations}倍です。LDAは、この値をできるだけ大きくします。`,
  meansPicture: (deviations) => `真の平面上の学習サンプルと二つの腕の平均。平均の差は偏差の${deviations}倍`,
  reasonChance: '理由2：100もの方向があれば、偶然に分かれる方向がある',
  apart: (deviations) => `平均の差は偏差の${deviations}倍`,
  chanceNote:
    'LDAの第1の方向。一方の腕を上向き、もう一方を下向きに描き、それぞれの平均に線を引いています。平均が離れているのは学習サンプルだけです。',
  ldaAxes: '図は棒の形になります：二つの方向のばらつき。',
  ldaAxesNote: '2クラスから決まる方向は一つだけです。第2の方向は平面を埋めるだけで、クラスをほとんど分けません。',
  between: '腕どうしの差',
  withinClasses: '腕の中のばらつき',
  ldaAxis: (number) => `方向${number}`,
  ldaAxisText: (deviation, share) => `${deviation}（差が${share}）`,

  turningPicture: (epoch) => `${epoch}エポック後のTRIPの平面に射影したサンプル`,
  atEpoch: (epoch) => `${epoch}エポック後`,
  offTrue: '真の平面からのずれ',
  angleAxis: (first, last) => `真の平面との大きい方の角度：最初は${first}、最後は${last}`,
  scrub: '学習の時点',
  momentSpoken: (epoch, angle) => `${epoch}エポック後：真の平面からのずれは${angle}`,

  pairs: '正しい予測の割合',
  toTruth: '真の平面から',
  toPca: 'PCAの平面から',
  anglesNote: (samples) =>
    `角度は、TRIPの平面と真の平面との間、TRIPの平面とPCAの平面との間の、それぞれ大きい方です。割合は${samples}個のサンプルを数えたものなので、同じ値になることもあります。`,
  markNote: (mark) => `破線は${mark}です。これより右にある学習は、渦巻きを見つけています。`,

  scatter: '目的関数と、未知のサンプルの正解率で並べた初期値',
  dot: (start, objective, right) => `初期値${start}：目的関数${objective}、未知のサンプルの正解率${right}`,
  dotChosen: (start, objective, right) =>
    `初期値${start}（目的関数が最小）：${objective}、未知のサンプルの正解率${right}`,
  testAxis: '未知のサンプルの正解率（選ぶときには使わない）',
  objectiveAxis: '学習サンプルでの目的関数',

  space: (label) => `${label}の図。ドラッグするか矢印キーを押すと回ります。`,
  turnIt: '図をドラッグするか、矢印キーを押すと回ります。',
  views: { apart: '2本の鎖', along: '軸に沿って', side: '軸の横から' },
  noAreas: '近いサンプルほど大きく描いています。予測は空間を満たすので、領域は描いていません。',
  viewed: (yaw, tilt) => `向き${yaw}、傾き${tilt}。`,

  weights: '第1軸でのすべての変数の重み',
  weightsSecond: '第2軸でのすべての変数の重み',

  original: '未知の数字',
  originals: '各クラスの最初の未知の数字',
  rebuiltBy: (method) => `${method}が3 × 3の数から復元した同じ数字`,
  kept: (share) => `濃淡の2乗和の${share}を保つ`,
  digitsNote:
    'それぞれの図に見えるのは、9次元のうちの2次元、つまり予測が最も変わる方向です。図で重なる数字も、残りの7次元で離れていることがあります。',

  rightDigits: (share) => `未知の数字の${share}が正解`,

  shuffled: 'クラスを入れ替えたときの、除外したサンプルの正解率',
  heldOutAccuracy: '除外したサンプルの正解率',
  actual: (share) => `実際のクラス：${share}`,
  shuffledPicture: (low, high, actual) =>
    `クラスを入れ替えると正解率は${low}から${high}、実際のクラスでは${actual}です。`,
  heldOutNote:
    '2枚目の図では、そのサンプルなしで学習したモデルが、各サンプルを置いています。これらのモデルの平面はそれぞれ異なり、1枚目の図の軸に合わせて回してあります。',
};
