/** お知らせと、リンクの問題の文字列。 */

import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  noWebAssembly:
    'このブラウザーではWebAssemblyが無効になっています（ロックダウンモードやセキュリティ強化モードで起こります）。このページの計算にはWebAssemblyが必要です。このサイトで許可するか、別のブラウザーで開いてください。',
  refusedWebAssembly:
    "このサイトまたはブラウザーのコンテンツセキュリティポリシーがWebAssemblyを拒否しているため、このページは計算できません。サイトの管理者がscript-srcに'wasm-unsafe-eval'を加える必要があります。1つのファイルとして保存したページをディスクから開くこともできます。",
  noStart: (message) => `ページを開始できませんでした：${message}`,
  noWorkers:
    'このブラウザーではワーカーを使えないため、ページ自身のスレッドで学習します。結果は同じですが、時間がかかります。',
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
    `**${divergence}しました。** Adamの1ステップは各重みを学習率（ここでは${rate}）ほど動かしますが、重みは−1から1の間で始まります。そのため、ステップのたびに前よりも大きく最小点を飛び越し、ついには数値がオーバーフローしました。`,
  collapsed: (methods, rate) =>
    `**${methods}は何も学習していません。** どのサンプルにも同じ予測をしているため、損失が当て推量と変わりません。学習率${rate}では最初のステップが長すぎて、ネットワークのユニットが反応しなくなりました。`,
  nothing: (methods, rate) =>
    `**${methods}は何も学習していません。** 予測が当て推量と変わりません。学習率${rate}では、どのステップも最小点を飛び越します。`,
  overshot: (methods, rate) =>
    `**${methods}は予測に自信を持ちすぎています。** 多くのクラスは正しいのですが、間違ったクラスにも1に近い確率を与えるため、損失は当て推量と変わりません。学習率${rate}では、どのステップも最小点を飛び越します。`,
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
  problems: {
    badMarks: 'リンクの印は読めないか、別のデータのものです。印は付けません。',
    badAnswers: 'リンクの解答は読めないため、取り込みません。',
    badName: 'リンクの名前は読めないため、使いません。',
    answersLeftOut: (count) => `リンクの解答のうち${count}件は、このページにない問題か選択肢のものなので除きました。`,
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
    badSample: (part) =>
      `リンクの${part}は、12のような番号、テストサンプルならt12のような番号として読めません。サンプルは選びません。`,
    noSuchSample: (part, count) =>
      `リンクの${part}の番号のサンプルは、このデータにありません（番号は1から${count}までです）。サンプルは選びません。`,
    unknownVariables: (moves, variables) =>
      `リンクにある平面の操作のうち${moves}回は、このデータ（変数は${variables}個）にない変数のものです。残りの操作だけを行います。`,
    movesLeftOut: (count) =>
      `送り手は平面を手で${count}回動かしましたが、リンクに入りきりませんでした。動かす前の平面を表示しています。`,
    badFingerprint: (text) => `リンクのフィンガープリント「${text}」は16桁の16進数ではありません。`,
    badFlag: (key, text) => `リンクの${key}=${text}は使えません（0か1のみ）。0として扱います。`,
    unknownPart: (key, name) => `リンクの${key}にある「${name}」は、このページにはありません。`,
  },
  locked: (names) => `リンクの作成者が、全員が同じものを見られるように固定しています：${names}。`,
  lockedMany: (count) =>
    `リンクの作成者が、全員が同じものを見られるように${count}個の操作を固定しています。固定された操作には錠の印があります。`,
  kept: (names) => `リンクの作成者が決めた設定はそのままです：${names}。開こうとしたものとは異なる場合があります。`,
};
