/** ページの不具合と、保存できなかったファイルの文字列。 */

import type { trouble as english } from '../en/trouble.ts';

export const trouble: typeof english = {
  fault:
    'このページの内部で不具合が起きました。操作の誤りではありません。下の文面を添えてお知らせください。文面に含まれるのはバージョン、ブラウザー、設定、直前の操作だけで、データは含まれません。動かなくなったときは再読み込みしてください。設定はアドレスに残っています。',
  report: '報告の文面',
  copy: '報告をコピー',
  copied: 'コピーしました。',
  copyRefused: 'ブラウザーがコピーを許可していません。文面を選択してあるので、手動でコピーしてください。',
  notSaved: (file, message) => `ブラウザーが${file}を保存しませんでした：${message}`,
};
