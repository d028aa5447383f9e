/** 最初から表示されるものの文字列。 */

import type { page as english } from '../en/page.ts';

export const page: typeof english = {
  title: 'TRIP：意味のある平面を見つける',
  languageMissing: 'この言語の文字列を読み込めませんでした。元の言語のまま続けます。',
  asSystem: 'システム',
  light: '明るい',
  dark: '暗い',
  whatIs: (label) => `「${label}」とは？`,

  training: '学習',
  pause: '一時停止',
  epochOf: (epoch, epochs) => `${epochs}エポック中${epoch}`,
  speeds: { slow: '遅い', normal: '普通', quick: '速い', full: '最速' },
  whatAreThese: 'これらの説明',

  numberNeeded: '数値を入力してください。',
  notNumber: (text) => `「${text}」は数値ではありません。0.1や1e-3のように書いてください。`,
  tooLarge: (text) => `「${text}」は大きすぎます。`,
};
