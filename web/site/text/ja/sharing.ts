/** 保存と共有の文字列。 */

import type { sharing as english } from '../en/sharing.ts';

export const sharing: typeof english = {
  title: '保存と共有',
  fingerprint: 'TRIPの結果のフィンガープリント：',
  took: (epochs, seconds) => `（${epochs}エポックの計算時間は${seconds}秒）`,
  linkBox: '現在のこのページへのリンク',
  copied: 'コピーしました。',
  copyRefused: 'ブラウザーがコピーを許可していません。リンクを選択してあるので、手動でコピーしてください。',
  seeds: (epochs, data, start) => `${epochs}エポック · データのシード${data} · 初期値のシード${start}`,
  drawnFingerprint: (fingerprint) => `TRIPの結果のフィンガープリント：${fingerprint}`,
  drawnMarks: (marked, all) => `${all}サンプル中${marked}個に印`,
  onTest: (accuracy) => `テスト正解率 ${accuracy}`,
  testRmse: (error) => `テストRMSE ${error}`,
  otherData:
    'このモデルは、ページにあるものとは別のデータで学習されています。ファイルに記録された目的関数の値が、このデータでの値と一致しません。',
  openedAccuracy: (file, fingerprint, accuracy) =>
    `${file}を初期値の一つとして表示しています。フィンガープリントは${fingerprint}、テスト正解率は${accuracy}です。`,
  openedError: (file, fingerprint, error) =>
    `${file}を初期値の一つとして表示しています。フィンガープリントは${fingerprint}、テストRMSEは${error}です。`,
  refused: (file, message) => `${file}は表示できません：${message}`,
  tooLarge: (megabytes, most) =>
    `${megabytes} MBあります。このページで開けるモデルは${most} MBまでです。それより大きいものはコマンドで読めます`,
  asCode: '同じ学習を行うコード',
  code: 'この学習のJavaScriptコード',
  cite: '引用',
  citeNote: '手法については論文を、ここで計算した結果についてはソフトウェアとそのバージョンを引用してください。',
  entries: '論文とソフトウェアのBibTeX項目',
};
