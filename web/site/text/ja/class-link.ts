/** 授業用・埋め込み用のリンクを作る部分の文字列。 */

import type { classLink as english } from '../en/class-link.ts';

export const classLink: typeof english = {
  access: { free: '通常どおり', locked: '固定', hidden: '非表示' },
  sections: {
    settings: '図の横にある設定すべて',
    marked: '印を付けたサンプル',
    assess: 'これは本物？',
    explain: '結果の説明',
    starts: 'TRIPの初期値',
    charts: '曲線',
    numbers: 'すべての数値の表',
    explore: 'λと層の数を変えてみる',
    share: '保存と共有',
    ownTable: '手元のデータ',
    path: 'レッスン',
    method: '手法の図解',
    prose: '末尾の文章',
    reproduction: '論文の再現',
  },
  keepAnswers: 'レッスンの答えを伏せる（図だけを表示し、その意味は話し合いで考えます）',
  toolAlone: 'ツールのみ（ほかのページに埋め込むため）',
  wholeParts: 'ページの部分ごと',
  singleControls: '操作ごと',
  tooLong: (limit) =>
    `このリンクは、どのチャットやメールでも送れる${limit}文字を超えます。個々の操作ではなく、ページの部分ごと隠してください。`,
  result: 'この選択と表示中の設定を含むリンク',
  tryIt: '新しいタブで試す',
  html: 'ページに貼り付けるHTML：',
  htmlLabel: 'ツールを埋め込むHTML',
};
