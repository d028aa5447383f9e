/** 生成データの真の平面の文字列。 */

import type { truth as english } from '../en/truth.ts';

export const truth: typeof english = {
  title: '真の平面',
  picture: '真の平面に射影した学習サンプル（クラスごとの色）',
  caption: '真の姿：同じサンプルを、データに隠された平面に射影したもの。',
  dial: (angle) => `TRIPの平面と真の平面とのずれは${angle}`,
  angle: 'TRIPの平面と真の平面とのずれ',
  other: (method, angle) => `${method} ${angle}`,
  others: (methods) => methods.join('、'),
  stick: (directions, axes) =>
    `${directions + 1}つのクラスを分ける方向は${directions}つだけなので、LDAの図は棒のように見えます。残りの${axes - directions}つの軸は、クラスとは無関係に、残りのデータが最も散らばる方向です。`,
};
