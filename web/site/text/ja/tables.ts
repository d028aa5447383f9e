/** 表の読み込みが伝える文字列。 */

import type { tables as english } from '../en/tables.ts';

export const tables: typeof english = {
  quoted: (text) => `「${text}」`,
  list: '、',
  inRow: (row, message) => `${row}行目：${message}`,
  inCell: (row, column, message) => `${row}行目、列${column}：${message}`,
  counted: (what, count) => `${what}：${count}件`,
  more: (count) => `ほか${count}件`,

  comma: 'コンマ',
  semicolon: 'セミコロン',
  tab: 'タブ',
  bar: '縦棒',

  given: '指定',
  givenAsText: 'テキストとして入力',
  byteOrderMark: 'バイト順マークあり',
  noByteOrderMark: 'バイト順マークなし',
  notEncoded: (encoding) =>
    `ファイルは正しい${encoding}ではありません。表計算ソフトはShift_JISやwindows-1252で書くことがあります。文字コードを選んでください`,
  noText:
    'ファイルにNUL文字があります。テキストではないか、バイト順マークのないUTF-16です（その場合は文字コードにutf-16leを選んでください）',

  noRows: 'ファイルに行がありません',
  onlyHeader: 'ファイルには見出しだけがあり、データの行がありません',
  endless: (row, limit) => `${row}行目が${limit}文字を超えても終わりません。引用符が閉じていないのではありませんか`,
  unreadable: '読み取れない箇所',
  openQuote: '引用符が閉じていません',
  textAfterQuote: '閉じ引用符の後に文字があります',
  cells: (found, expected) => `セルが${found}個ありますが、${expected}個のはずです`,
  oneCell: (expected) => `セルが1個しかありませんが、${expected}個のはずです`,
  comment: (message) => `${message}。「#」で始まる行がコメントなら、除くように指定してください`,

  oneColumn: 'どの区切りでも行が同じ数に分かれないため、1列とみなします',
  equalDelimiters: (one, other) => `${one}でも${other}でも行が同じように分かれます。どちらが区切りかを選んでください`,
  cutsAll: (cells) => `最初の数行が${cells}個のセルに分かれます`,
  cutsMost: (percent, cells) => `最初の数行の${percent} %が${cells}個のセルに分かれます`,

  usual: '標準',
  asIn: (number) => `例：${number}`,
  asInQuotes: (number) => `例：引用符の中の${number}`,
  inSpiteOf: (number, other) => `例：${number}（${other}もあります）`,
  eitherMark: (number, decimals, thousands) =>
    `${number}は${decimals}とも${thousands}とも読めます。どちらの記号が小数点かを選んでください`,

  countsColumns: '最初の行の数値は列の番号です',
  firstRowNumber: (number) => `最初の行に数値${number}があります`,
  firstRowEmpty: '最初の行に名前がありません',
  firstRowNames: '最初の行に数値がありません',

  noValue: '最初の数行に値がありません',
  leadingZero: (text) => `${text}は0で始まります`,
  numbersAmong: (numbers, values) => `最初の${values}個の値のうち${numbers}個が数値です`,

  noNumber: (text) => `${text}は数値ではありません`,
  tooLarge: (text, limit) => `${text}は大きすぎます。絶対値は${limit}（32ビット浮動小数点数）までです`,
  notFinite: (text) => `${text}は有限の数ではありません`,
  hexadecimal: (text) => `${text}は数値ではありません。16進数は使えません`,
  otherMark: (text, mark) => `小数点が${mark}のとき、${text}は数値ではありません`,
  thousandsMarks: (text) => `${text}は数値ではありません。桁区切りの記号は使えません`,

  trailing: 'すべての行が区切りで終わっているため、その後の空の列を除きました',
  sameName: (column, base, name) => `${column}列目の名前${base}は前の列と同じなので、${name}とします`,
  noName: (column, name) => `${column}列目には名前がないので、${name}とします`,
  emptyRows: (count) => `除いた空の行：${count}`,
  takenForMissing: (texts) => `欠測とみなした文字列：${texts}`,
  droppedRows: (count) => `欠測値があるため除いた行：${count}`,

  noVariables: '変数にする列が残っていません',
  categories: (column, some, reason) =>
    `列${column}の内容はカテゴリーです（${some}。${reason}）。列を使わないか、数値として読むか、カテゴリーを0/1の変数にしてください`,
  noWholeRow: 'すべての行に欠測値があり、1行も残りません',
  missing: '欠測値',
  noResponse: '予測する値がありません',
  noCell: '値がありません',
  dropAdvice: '「除く」を選ぶと、これらの行を使わずに学習します',
  meanAdvice: '「除く」を選ぶと、これらの行を使わずに学習します。「学習サンプルの平均で補う」を選ぶと、平均を使います',
  needsNumbers: (column) => `列${column}の内容はカテゴリーです。回帰には数値が必要です`,
};
