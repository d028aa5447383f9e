/** 操作を隠す・固定するリンクと、埋め込みや一つのファイルとしてのページの文字列。 */

import type { share as english } from '../en/share.ts';

export const share: typeof english = {
  badFlag: (key, text) => `リンクの${key}=${text}は使えません（0か1のみ）。0として扱います。`,
  unknownPart: (key, name) => `リンクの${key}にある「${name}」は、このページにはありません。`,
  locked: (names) => `リンクの作成者が、全員が同じものを見られるように固定しています：${names}。`,
  kept: (names) => `リンクの作成者が決めた設定はそのままです：${names}。開こうとしたものとは異なる場合があります。`,
  answerKept: '図はこのとおりです。予想は当たっていましたか。答えは、話し合いのために先生が伏せています。',
  ownPage: '独立したページで開く',
  oneFile: 'このページを一つのファイルで保存（インターネットに接続しない授業用）',
};
