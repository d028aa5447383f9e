/** 図の軸についての文の文字列。 */

import type { views as english } from '../en/views.ts';

export const views: typeof english = {
  rotatedAxes: (rank) =>
    `${rank}本の軸のうち、回転後の最初の2軸です（縮尺はこの図だけのものです）。色と決定境界は、残りの軸が平均にあるときのものです。`,
  modelAxes: (reason) => `モデルの最初の2軸です（回転できませんでした：${reason}）。`,
  gap: '',
  notRotated: (reason) => `モデルの軸そのものです（回転できませんでした：${reason}）。`,
  axisOfMode: (axis, mode) => `${mode}の軸${axis}`,
  rotatedAxis: (axis) => `回転後の軸${axis}`,
  viewAxes: (across, up) => `横：${across}、縦：${up}。`,
  planeAxes: 'この平面に沿って予測が最も大きく変わります。',
  nearestAxes: (across, acrossR, up, upR) =>
    `横軸に最も近いのは${across}（r = ${acrossR}）、縦軸に最も近いのは${up}（r = ${upR}）です。`,
  othersAtMean: (others) => `色は、残り${others}個の座標が平均にあるときのものです。`,
  readClasses: (all, network, two) =>
    `この2軸だけを使い、最も近い学習サンプルから判断すると、未知のサンプルの正解率は${two}です。${all}個の座標をすべて使うネットワークでは${network}です。`,
  readValues: (all, network, two) =>
    `この2軸だけを使い、最も近い学習サンプルから予測すると、未知のサンプルの分散の${two}を説明できます。${all}個の座標をすべて使うネットワークでは${network}です。`,
  overlapping: 'ここで重なるサンプルも、ほかの座標では離れていることがあります。',
};
