/** データについての文字列。クラスの名前はデータの一部なので訳さない。変数の名前は variables.ts にある。 */

import type { dataText as english } from '../en/data.ts';

export const dataText: typeof english = {
  spiral: {
    name: '渦巻き',
    about: (dimensions) =>
      `${dimensions}次元の中に渦巻きが隠れています。先に平面を決めるPCAとLDAには見えませんが、TRIPはネットワークがクラスを学ぶ間に平面を回します。`,
  },
  rings: {
    name: '二重の輪',
    about: (dimensions) =>
      `輪の中に輪があり、${dimensions}次元の中に隠れています。中心が同じなので、クラスの平均には情報がありません。`,
  },
  helix: {
    name: '二重らせん（3次元）',
    about: (dimensions) =>
      `${dimensions}次元のうちの3次元で、2本の鎖が互いに巻き付いています。どの平面で見ても鎖は交差するため、TRIPは3本の軸を残します。マウス、指、矢印キーで回してみてください。`,
  },
  roll: {
    name: 'スイスロール',
    about: (dimensions) =>
      `${dimensions}次元のうちの3次元で、1枚のシートが巻かれています。シートの長さに沿って、二つのクラスが縞のように交互に並びます。縞が分かれて見えるのは巻物の軸の方向から見たときだけで、TRIPはその向きを見つけます。`,
  },
  iris: {
    name: 'アヤメ',
    about: '3種のアヤメ150株のがく片と花弁です。四つの測定値から二つの軸を学習します。',
  },
  wine: {
    name: 'ワイン',
    about: '3品種のブドウから造られた178本のワインの、13項目の測定値です。どの測定値が品種を分けるでしょうか。',
  },
  digits: {
    name: '手書き数字（行列）',
    about: '手書き数字を8 × 8の濃淡の行列として扱います。TRIPは行と列に一つずつ射影を学習します。',
  },
  network: {
    name: '遺伝子ネットワーク（回帰）',
    about:
      '36個の標的と24個の調節因子からなる遺伝子ネットワークで、どちらもAからEの五つのグループに分かれます。応答は数値です。値が最も大きい二つのグループが、応答も決めているのでしょうか。',
  },
  cube: {
    name: '3階テンソル',
    about:
      '10 × 8 × 6個の数値からなる3階テンソルです。クラスは、隠れた2 × 2 × 2のコアにおける積の符号です。ほかの方向の方がはるかに大きくばらつきます。',
  },
  noise: {
    name: '純粋なノイズ',
    about:
      '200個の乱数からなるサンプルで、二つのクラスも無作為に決めたものです。それでも60個のサンプルなら、TRIPはクラスを分けてしまいます。これは本物でしょうか。',
  },
  own: {
    name: '手元の表',
    about: '手元の表です。ファイルと予測する列を選び、学習します。データはこのページの外に出ません。',
  },
  ownClasses: (name, rows, variables, classes) =>
    `${name}：${rows}行、${variables}変数、${classes}クラスを予測します。表はこのページの中だけにあり、どこにも送られません。`,
  ownNumber: (name, rows, variables) =>
    `${name}：${rows}行、${variables}変数から数値を予測します。表はこのページの中だけにあり、どこにも送られません。`,
  ownShape: (name, samples, size, classes) =>
    `${name}：${samples}サンプル、それぞれ${size}個の数値から${classes > 0 ? `${classes}クラス` : '数値'}を予測します。データはこのページの中だけにあり、どこにも送られません。`,
  modes: {
    variables: '変数',
    rows: '行',
    columns: '列',
    targets: '標的',
    regulators: '調節因子',
    'first mode': '第1モード',
    'second mode': '第2モード',
    'third mode': '第3モード',
  },
};
