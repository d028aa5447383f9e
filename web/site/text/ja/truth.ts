/** 生成データの真の平面の文字列。 */

import type { truth as english } from '../en/truth.ts';

export const truth: typeof english = {
  title: '真の平面',
  picture: '真の平面に射影した学習サンプル（クラスごとの色）',
  caption: '真の姿：同じサンプルを、データに隠した平面に射影した図です。',
  dial: (angle) => `TRIPの平面と真の平面とのずれは${angle}`,
  angle: 'TRIPの平面と真の平面とのずれ',
  other: (method, angle) => `${method} ${angle}`,
  others: (methods) => methods.join('、'),
  measures:
    '平面が真の平面からどれだけ離れているかは、二つの数で表します。このページは角度を使います。「平面のずれ」は、両平面の二つの主角度のうち大きい方で、0°なら真の平面、90°なら一方向が失われています。報告は重なりを使います。これは二つの主角度の余弦の二乗の平均で、1なら真の平面、0.5なら一方向だけが合い、0ならどちらの方向も失われています。重なりが0.8を超える平面（たとえば二つの角度がどちらも26.5°未満）を、見つかったものとみなします。',
  stick: (directions, axes) =>
    `${directions + 1}つのクラスを分ける方向は${directions}つだけなので、LDAの図は${directions === 1 ? '棒のように細長く' : '平たく'}見えます。残りの${axes - directions}つの軸は、クラスとは無関係に、残りのデータが最も散らばる方向です。`,
};
