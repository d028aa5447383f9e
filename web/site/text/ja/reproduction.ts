/** 論文の再現の文字列。 */

import type { reproduction as english } from '../en/reproduction.ts';

export const reproduction: typeof english = {
  title: '論文の再現',
  lead: '論文のすべての図と表をシードから計算し直し、主張の一つ一つに判定を付けました。このページにデータがあるものは、ここで実行できます。報告は英語です。',
  loading: '報告を読み込んでいます…',
  noReport: '報告を読み込めませんでした。公開されたページにだけ含まれています。',
  again: 'もう一度試す',
  whole: '報告だけを別のページで開く',
  run: 'ここで実行：',
  twoMeasures: '角度と重なり',
  training: (data, lambda, layers, seed) =>
    `${data}、λ ${lambda}、${layers === 0 ? '隠れ層なし' : `隠れ層${layers}層`}、初期値のシード${seed}`,
  grid: (data) => `${data}、すべてのλと層の数の一覧（自動的に学習）`,
  ofPanel: (panel, training) => `${panel}：${training}`,
  panelNames: {
    generated: '生成したまま',
    standardised: '標準化',
    probability: (name) => `${name}の確率`,
    against: (name, other) => `${other}に対する${name}`,
    mode: (name) => `${name}の回転した軸`,
  },
  same: 'TRIPの学習は図とまったく同じです。結果がビット単位で一致するかどうかをページが示します。並んで表示されるPCAとLDAも同じ初期値のシードを使いますが、報告では別のシードのことがあります。',
  baseline: 'PCAとLDAのリンクは、正解率が図と同じになる初期値のシードを使います。',
  split: 'このページは一部のサンプルをテストに残すため、数値は図と少し異なります。',
  starts: 'このページでは一つのシードの複数の初期値から最もよいものを表示します。図は、それぞれ別のシードの平均です。',
  smaller: (lambda, own) =>
    `このページの遺伝子ネットワークは小さく、グループは同じ方法で埋め込まれています。λは${lambda}ではなく${own}です。このネットワークで${lambda}を使うと、目的関数が最小の結果は、大きく変動するだけで情報のないグループを残すからです。`,
  firstAxis:
    '両方のモードの第1軸には、表と同じく、効果が応答となるグループが並びます。第2軸には表とは別のグループが並びます。',
  batch: (most) => `バッチはここでは最大${most}サンプルですが、報告では大きい四つの表でそれより多くなります。`,
  own: '表はこのページに含まれていません。UCI Machine Learning Repository（archive.ics.uci.edu）のデータで、1行が1サンプル、最後の列がクラスです。リンクを開いたら、その名前のファイルを自分の表として選んでください。最初のsonar.csvは、ソースコードのtests/dataにもあります。',
  file: (set, file) => `${set}（${file}）`,
  missing: (sets) => `コマンドラインでだけ実行できるもの：${sets}。`,
  nothing: 'これはコマンドラインでだけ実行できます。',
  command: 'コマンドラインですべてを再現：',
};
