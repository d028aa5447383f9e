/** 論文の再現の文字列。 */

import type { reproduction as english } from '../en/reproduction.ts';

export const reproduction: typeof english = {
  title: '論文の再現',
  lead: '論文のすべての図と表をシードから計算し直し、主張の一つ一つに判定を付けました。このページにデータがあるものは、ここで実行できます。報告は英語です。',
  loading: '報告を読み込んでいます…',
  missing: '報告を読み込めませんでした。公開されたページにだけ含まれています。',
  again: 'もう一度試す',
  whole: '報告だけを別のページで開く',
  run: 'ここで実行：',
  training: (data, lambda, layers, seed) =>
    `${data}、λ ${lambda}、${layers === 0 ? '隠れ層なし' : `隠れ層${layers}層`}、初期値のシード${seed}`,
  grid: (data) => `${data}、すべてのλと層の数の一覧`,
  same: 'まったく同じ学習です。結果がビット単位で一致するかどうかをページが示します。',
  split: 'このページは一部のサンプルをテストに残すため、数値は図と少し異なります。',
  starts: 'このページでは一つのシードの複数の初期値から最もよいものを表示します。図は、それぞれ別のシードの平均です。',
  smaller: 'このページの遺伝子ネットワークは小さく、グループは同じ方法で埋め込まれています。',
  own: (file) => `${file}を自分の表として選んでください。`,
  nothing: 'これはコマンドラインでだけ実行できます。',
  command: 'コマンドラインですべてを再現：',
};
