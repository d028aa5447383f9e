/** 操作を隠す・固定するリンクと、埋め込みや一つのファイルとしてのページの文字列。 */

import type { share as english } from '../en/share.ts';

export const share: typeof english = {
  answerKept: '図はこのとおりです。予想は当たっていましたか。答えは、話し合いのために先生が伏せています。',
  ownPage: '独立したページで開く',
  oneFile: 'このページを一つのファイルで保存（インターネットに接続しない授業用）',
};
