/** 表の読み込みが伝える文字列。 */

import type { tables as english } from '../en/tables.ts';

export const tables: typeof english = {
  quoted: (text) => `「${text}」`,
  list: '、',
  between: '。',
  tokenSeparator: ' ',
  inRow: (row, message) => `${row}行目：${message}`,
  inCell: (row, column, message) => `${row}行目、列${column}：${message}`,
  more: (count) => `ほか${count}件`,

  comma: 'コンマ',
  semicolon: 'セミコロン',
  tab: 'タブ',
  bar: '縦棒',

  given: '指定',
  givenAsText: 'テキストとして入力',
  byteOrderMark: 'バイト順マークあり',
  noByteOrderMark: 'バイト順マークなし',
  notEncoded: (encoding, row) =>
    `${row}行目は正しい${encoding}ではありません。表計算ソフトはShift_JISやwindows-1252で書くことがあります。文字コードを選んでください`,
  badByte: (encoding) => `正しい${encoding}ではないバイトです`,
  noText:
    'ファイルにNUL文字があります。テキストではないか、バイト順マークのないUTF-16です（その場合は文字コードにutf-16leを選んでください）',

  noRows: 'ファイルに行がありません',
  onlyHeader: 'ファイルには見出しだけがあり、データの行がありません',
  endless: (row, limit) => `${row}行目が${limit}文字を超えても終わりません。引用符が閉じていないのではありませんか`,
  problems: (count) => `読み取れない箇所が${count}件あります：`,
  openQuote: '引用符が閉じていません',
  textAfterQuote: '閉じ引用符の後に文字があります',
  cells: (found, expected) => `セルが${found}個ありますが、${expected}個のはずです`,
  oneCell: (expected) => `セルが1個しかありませんが、${expected}個のはずです`,
  comment: (message) => `${message}。「#」で始まる行がコメントなら、「この文字で始まる行を除く」に入力してください`,

  comments: (count) => `見出しの前のコメント行を${count}行除きました`,
  skipped: (count) => `コメントの行を${count}行除きました`,
  separatorLine: '最初の行で指定',
  oneColumn: 'どの区切りでも行が同じ数に分かれないため、1列とみなします',
  equalDelimiters: (one, other) => `${one}でも${other}でも行が同じように分かれます。どちらが区切りかを選んでください`,
  cutsAll: (cells) => `最初の数行が${cells}個のセルに分かれます`,
  cutsMost: (percent, cells) => `最初の数行の${percent} %が${cells}個のセルに分かれます`,

  usual: '標準',
  asIn: (number) => `例：${number}`,
  asInQuotes: (number) => `例：引用符の中の${number}`,
  inSpiteOf: (number, other) => `例：${number}（${other}もあります）`,
  asBesideThousands: (number, other) => `例：${number}（桁区切りは${other}）`,
  beside: (number, bare) => `${number}（${bare}もあります）`,
  eitherMark: (column, number, decimals, thousands, mark) =>
    `列${column}：${number}は${decimals}とも${thousands}とも読め、ほかのセルからは決まりません。小数点を「${mark}」とすると${decimals}、もう一方とすると${thousands}です。下で選んでください`,

  fixedDecimals: (column, cell, thousands) =>
    `列${column}：すべてのセルでピリオドの後が3桁なので、${cell}のピリオドを小数点とみなしました。小数点をコンマにすると${thousands}と読みます`,
  countsColumns: '最初の行の数値は列の番号です',
  firstRowNumber: (number) => `最初の行に数値${number}があります`,
  firstRowEmpty: '最初の行に名前がありません',
  firstRowNames: '最初の行に数値がありません',

  noValue: '最初の数行に値がありません',
  leadingZero: (text) => `${text}は0で始まります`,
  identifierAmong: (text) => `識別子です（例：${text}）`,
  dates: (text) => `日付です（例：${text}）`,
  times: (text) => `時刻です（例：${text}）`,
  openDates: (text) => `日付です（例：${text}）。日と月の順序が分かりません`,
  zipName: '列の名前から判断',
  shortHeader: '見出しが各行より1セル短いので、最初の列は行の名前です',
  countsRows: (first) => `${first}から行を数えています`,
  allDiffer: (count) => `最初の${count}個の値がすべて異なります`,
  numbersAmong: (numbers, values) => `最初の${values}個の値のうち${numbers}個が数値です`,

  noNumber: (text) => `${text}は数値ではありません`,
  tooLarge: (text, limit) => `${text}は大きすぎます。絶対値は${limit}（32ビット浮動小数点数）までです`,
  notFinite: (text) => `${text}は有限の数ではありません`,
  hexadecimal: (text) => `${text}は数値ではありません。16進数は使えません`,
  otherMark: (text, mark) => `小数点が${mark}のとき、${text}は数値ではありません`,
  noPercent: (text) => `${text}には、この列のほとんどのセルにある%がありません`,
  percent: (text) => `${text}には、この列のほとんどのセルにない%があります`,
  otherUnit: (text, unit) => `${text}の通貨は${unit}ではありません`,
  noDate: (text) => `${text}はほかのセルと同じ形式の日付ではありません`,
  noTime: (text) => `${text}は時刻ではありません`,
  noDates: (column) => `列${column}の内容は、読み取れる日付や時刻ではありません`,
  openOrder: (column) =>
    `列${column}の日付は、どのセルからも日と月の順序が決まりません。2020-12-31のように書くか、この列を使わないでください`,

  trailing: 'すべての行が区切りで終わっているため、その後の空の列を除きました',
  sameName: (column, base, name) => `${column}列目の名前${base}は前の列と同じなので、${name}とします`,
  noName: (column, name) => `${column}列目には名前がないので、${name}とします`,
  moreNames: (count) => `ほかに${count}列、名前がない列や前の列と同じ名前の列に、別の名前を付けました`,
  emptyRows: (count) => `空の行を${count}行除きました`,
  readAsMissing: (texts) => `欠測とみなした文字列：${texts}`,
  example: (column, cell) => `${column}（例：${cell}）`,
  thousandsMarks: (columns) => `桁区切りの記号を除きました：${columns}`,
  percentSigns: (columns) => `%を除き、5%を5と読みました：${columns}`,
  currencySigns: (columns) => `通貨記号を除きました：${columns}`,
  exponents: (columns) => `指数のある数値として読みました。型を「カテゴリー」にすると文字列のままです：${columns}`,
  leftOut: (left, rows, silent, gaps) => {
    const parts = [
      ...(silent > 0 ? [`予測する値がない行${silent.toLocaleString('ja')}`] : []),
      ...(gaps > 0 ? [`欠測値のある行${gaps.toLocaleString('ja')}`] : []),
    ];
    return `全${rows.toLocaleString('ja')}行のうち${left.toLocaleString('ja')}行を除きました：${parts.join('、')}`;
  },
  noVariable: (column, reason) => `列${column}は行の名前なので使いません（${reason}）`,
  counter: (column) => `列${column}は行を数えています。型を「使わない」にすると除けます`,
  digitDates: (column) =>
    `列${column}は日付のようですが、数字の並びをそのまま数として読みます。型を日付にすると日数として読みます`,
  beyondDoubles: (column) =>
    `列${column}の値の違いは、64ビットの数ではほとんど表せません。共通する部分を引いてください`,
  answer: (column) =>
    `列${column}だけですべての行の予測する値が決まるので、答えそのものかもしれません。型を「使わない」にすると除けます`,
  tokenResponse: (column, texts, others) =>
    `列${column}：${texts}を、予測する値の欠測とみなしました。「欠測とみなす文字列」を${others}にすると、クラスとして残ります`,
  tokenNumber: (column, texts) => `列${column}：${texts}を、予測する値の欠測とみなしました`,
  sameText: (column, texts) =>
    `列${column}：${texts}は大文字と小文字、空白、ハイフンだけが異なりますが、別々のクラスです`,
  sameNumber: (column, texts) => `列${column}：${texts}は同じ数の異なる書き方ですが、別々のクラスです`,

  noVariables: '変数にする列が残っていません',
  notNumeric: (count) => `数値ではない列が${count}列あります：`,
  columnIs: (column, look) => `列${column}：${look}`,
  andSoOn: 'など',
  isIdentifier: (count, some) => `識別子です。${count}個の値がすべて異なります（${some}）`,
  isOtherMark: (some, mark) => `小数点がファイルの${mark}とは異なる数です（${some}）`,
  isDates: (some) => `日付です（${some}）`,
  isTimes: (some) => `時刻です（${some}）`,
  isOpenDates: (some) => `日付ですが、日と月の順序が分かりません（${some}）`,
  isCodes: (count, some, reason) => `郵便番号のようなコードが${count}種類あります（${some}。${reason}）`,
  isCategories: (count, some, reason) => `カテゴリーが${count}個あります（${some}。${reason}）`,
  isMany: (count, some) => `カテゴリーが${count}個（${some}）と多いので、指定がなければ0/1の変数にしません`,
  isAnswer: (look) => `${look}。どの値も一つのクラスだけに属するので、答えそのものかもしれません`,
  ignoreAdvice: '型を「使わない」にすると列を除けます',
  indicatorAdvice: '下の「それぞれ0/1の変数にする」でカテゴリーを変数にできます',
  manyAdvice: '型を「値ごとに0/1の変数」にすると、カテゴリーがいくつあっても0/1の変数にします',
  dateAdvice: '日付や時刻の型を選ぶと数値として読みます',
  numberAdvice: '型を「数値」にすると数値として読みます',
  nameTwice: (name, column) => `列${column}から作る変数${name}の名前が、ほかの変数と同じです。列の名前を変えてください`,
  noWholeRow: 'すべての行に欠測値があるため、使える行がありません',
  noResponses: '予測する値がどの行にもありません',
  missing: (count) => `欠測値が${count}個あります：`,
  noCell: '値がありません',
  meanAdvice: '「除く」を選ぶと、これらの行を使わずに学習します。「学習サンプルの平均で補う」を選ぶと、平均を使います',
  needsNumbers: (column) => `列${column}の内容はカテゴリーです。回帰には数値が必要です`,
};
