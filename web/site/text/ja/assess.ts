/** 検証「これは本物？」の文字列。 */

import type { assess as english } from '../en/assess.ts';

const starts = (count: number) => `${count}個の初期値`;

export const assess: typeof english = {
  title: 'これは本物？',
  lead: '教師ありの射影は、ノイズも含めて何でも分けてしまいます。この検証では、TRIPが見たことのないサンプルを図に置いたとき、応答を入れ替えたとき、サンプルを抽出し直したときに、図がどこまで保たれるかを調べます。',
  settings: '検証の設定',
  estimate: (seconds) => `約${seconds}`,
  cancel: '中止',
  goOn: '検証を続ける',
  progress: (part, done, total) => `${part}：${total}回中${done}回の学習が終了`,
  parts: {
    crossValidation: '交差検証',
    permutationTest: '並べ替え検定',
    stability: '再標本',
  },
  stopped: '中止しました。終わった学習は残ります。',
  failed: (message) => `検証に失敗しました：${message}`,
  afterTraining: '上の学習が終わると検証を始められます。',
  notInParts: '途中で学習率を変えた2つの部分からなる学習は検証できません。学習率を1つにしてください。',
  noStart: 'すべての初期値が発散したため、検証するものがありません。',
  ofStart: (start) => `検証の対象は、目的関数が最小の初期値${start}です。`,
  grouped: (groups) =>
    `学習サンプルは${groups}組に属します。同じ組のサンプルは、どの分割と再標本でも一緒に扱われます。`,
  oneStart: (used, all, time) =>
    `並べ替え検定の1回の学習は${starts(used)}で行うので、観測された成績も${starts(used)}によるものです。${all}個すべてを使うと、検証全体は約${time}かかります。`,

  better: (p) => `偶然よりよい：p = ${p}`,
  betterBound: '偶然よりよい：pは0.05以下',
  notBetter: (p) => `偶然と変わらない：p = ${p}`,
  notBetterBound: '偶然と変わらない：pは0.05より大きい',
  untold: (p) => `偶然と区別できない：p = ${p}`,
  untoldBound: '偶然と区別できない：pは0.05より大きい',
  heldOut: (value, low, high) => `除外したサンプルで${value}（${low}から${high}）`,
  heldOutError: (value, low, high) => `除外したサンプルでの誤差${value}（${low}から${high}）`,
  stable: (within) => `平面は${within}以内で安定`,
  unstable: (within, random) => `平面は不安定（再標本の平面は平均から最大${within}、無作為な平面なら${random}）`,
  notJudged: (resamples, fewest) => `平面は判定せず（再標本が${resamples}個、${fewest}個以上が必要）`,
  join: '、',
  honest: (clauses) => `${clauses}。`,

  advice: {
    optimistic: (fit, heldOut) =>
      `交差検証でのTRIPの正解率は、学習したサンプルでは${fit}、見たことのないサンプルでは${heldOut}です。新しいサンプルに当てはまるのは後者だけです。`,
    optimisticError: (fit, heldOut) =>
      `交差検証での誤差は、TRIPが学習したサンプルでは${fit}、見たことのないサンプルでは${heldOut}です。新しいサンプルに当てはまるのは後者だけです。`,
    notBetter: (lambda) =>
      `上の図のような分かれ方は、偶然でも生じます。サンプルを増やす、変数を減らす、またはλを${lambda}より大きくすると、本物の違いがあるかどうかがわかることがあります。`,
    fewPermutations: (permutations, smallest) =>
      `並べ替えが${permutations}回では、pが${smallest}を下回ることはありません。19回以上なら判断できます。`,
    fewArrangements: (ways, smallest) =>
      `応答の並べ方は${ways}通りしかないため、pが${smallest}を下回ることは期待できず、この検定では判断できません。応答の異なるサンプルや組を増やすと判断できます。`,
    alike: (correlation) =>
      `並べ替えた応答が元の応答とよく似ている（相関の平均${correlation}）ため、この検定ではほとんど判断できません。入れ替えられる応答が少ないためです。`,
    starts: (used, all) =>
      `並べ替え検定の1回の学習は${starts(used)}で行いました。上の図は${all}個のうち最良のものです。検定の初期値を増やすと、見つかるものが増えることがあります。`,
    unstable:
      '再標本ごとに平面が異なります。位置や変数の重みは、母集団ではなくこの標本の特徴を表しています。λを大きくするかサンプルを増やすと、安定します。',
    diverged: (fits) => `交差検証のうち${fits}回の学習が発散しました。学習率を下げてみてください。`,
  },

  pictures: '同じサンプルを、学習に使った場合と除外した場合で',
  ordinary: 'すべてのサンプルで学習',
  heldOutPicture: '学習から除外',
  ordinaryCaption: (right) => `どのサンプルも平面の学習に使われています。正解は${right}です。`,
  ordinaryCaptionError: (error) => `どのサンプルも平面の学習に使われています。RMSEは${error}です。`,
  heldOutCaption: (right) =>
    `どのサンプルも、それを見たことのないモデルが置いた位置にあります。正解は${right}です。等高線は分割ごとに異なるため、描いていません。`,
  heldOutCaptionError: (error) =>
    `どのサンプルも、それを見たことのないモデルが置いた位置にあります。RMSEは${error}です。等高線は分割ごとに異なるため、描いていません。`,
  sameScale:
    '2つの図は、サンプルも軸も縮尺も同じです。各分割は、その学習サンプルによって1枚目の図に合わせて回転しています。図を指すか、図にフォーカスして矢印キーを押すと、同じサンプルがもう一方の図でもわかります。',
  figure: (caption) => `${caption}矢印キーでサンプルをたどれます。`,
  found: (sample, prediction) => `${sample}、除外時の予測：${prediction}`,

  permutation: '偶然でもこうなる？',
  histogram: '応答を入れ替えたときの成績',
  scatter: '成績と、本当の応答との相関',
  permuted: (count, low, high, mean) =>
    `応答を入れ替えた${count}回の交差検証の成績は${low}から${high}、平均${mean}です。`,
  observed: (value, atLeast) =>
    atLeast === 0
      ? `本当の応答での成績は${value}で、そのすべてよりよい値です。`
      : `本当の応答での成績は${value}で、それ以上によいものが${atLeast}回あります。`,
  early: (count, all) =>
    `残りの結果によらず0.05での判定が変わらないため、${all}回中${count}回の並べ替えで検定を終えました。`,
  startsNote: (used, all) =>
    `この検定の1回の学習は、本当の応答の場合も含めて${starts(used)}で行いました。ほかの結果は${all}個で行っています。`,
  scoreAxis: { accuracy: '正解率', rmse: 'RMSE' },
  countAxis: '回数',
  correlationAxis: '本当の応答との相関',
  trueResponses: '本当の応答',

  stability: '平面は安定している？',
  angles: (within, median, random) =>
    `再標本の平面は、95 %が平均から${within}以内、半数が${median}以内にあります。無作為な平面なら、95 %がその平均から${random}以内です。`,
  anglesMode: (mode, within, median, random) =>
    `${mode}のモード：再標本の平面は、95 %が平均から${within}以内、半数が${median}以内にあります。無作為な平面なら、95 %がその平均から${random}以内です。`,
  bars: '下の変数の棒には、同じ再標本による区間が付いています。ノイズの再標本も大半のサンプルを共有するため、安定しているだけでは本物とはいえません。',

  scores: '除外したサンプルでの成績',
  score: '成績',
  pooled: '除外したサンプル全体',
  overFolds: '分割の平均',
  definedIn: '定義される分割',
  meanOf: (mean, deviation) => `${mean} ± ${deviation}`,
  ofFolds: (defined, all) => `${all}個中${defined}個`,
  names: {
    accuracy: '正解率',
    balancedAccuracy: '均衡正解率',
    macroF1: 'マクロF1',
    matthews: 'マシューズ相関係数',
    brier: 'ブライアスコア',
    auc: 'AUC',
    rmse: 'RMSE',
    pearson: '相関',
  },
  recall: (name) => `${name}の再現率`,
  moreClasses: (count) => `ほかの${count}クラスの再現率は、保存したファイルにあります。`,
  confusion: '除外したサンプル',
  reliability: '信頼度曲線',
  reliabilityText: (first) => `予測した${first}の確率と、実際に${first}だった割合です。破線上では両者が一致します。`,
  reliabilityMany: '予測されたクラスの確率と、それが正しかった割合です。破線上では両者が一致します。',
  predictedAxis: '予測した確率',
  observedAxis: '割合',

  importance: '除外したサンプルで重要な変数は？',
  importanceCaption: '変数の値を入れ替えたときの、除外したサンプルでの正解率の低下。線は分割間の標準偏差',
  importanceCaptionError: '変数の値を入れ替えたときの、除外したサンプルでのRMSEの増加。線は分割間の標準偏差',
  importanceMode: (caption, mode) => `${caption}（${mode}）`,
};
