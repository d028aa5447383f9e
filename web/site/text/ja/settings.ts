/** 設定の文字列。 */

import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  skipSettings: '設定を飛ばす',
  training: '学習',
  model: 'モデル',
  start: '初期値',
  data: 'データ',
  changesRetrain: '変更すると学習し直します。[最初の設定に戻す](reset)',
  wholeNeeded: '整数を入力してください。',
  timesAuto: (times) => `＝自動値の${times}倍`,
  between: (low, high) => `${low}から${high}までの値にしてください。`,
};
