/** 手元のデータへ導く部分の文字列。 */

import type { ownTable as english } from '../en/own-table.ts';

export const ownTable: typeof english = {
  title: '手元のデータ',
  lead: '1行が1サンプルの表と、予測する列を選ぶと、その違いが見える平面をこのページが見つけます。何も送信されず、何も保存されません。',
  choose: '表を選ぶ…',
};
