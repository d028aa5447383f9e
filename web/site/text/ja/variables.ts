/** ページのデータの変数の名前。データの中の名前で引く。 */

import type { variables as english } from '../en/variables.ts';

export const variables: typeof english = {
  row: (index) => `${index}行目`,
  column: (index) => `${index}列目`,
  names: {
    'sepal length': 'がく片の長さ',
    'sepal width': 'がく片の幅',
    'petal length': '花弁の長さ',
    'petal width': '花弁の幅',
    alcohol: 'アルコール',
    'malic acid': 'リンゴ酸',
    ash: '灰分',
    'alcalinity of ash': '灰分のアルカリ度',
    magnesium: 'マグネシウム',
    'total phenols': '総フェノール',
    flavanoids: 'フラボノイド',
    'nonflavanoid phenols': '非フラボノイドフェノール',
    proanthocyanins: 'プロアントシアニン',
    'color intensity': '色の濃さ',
    hue: '色相',
    'od280 od315 of diluted wines': '希釈ワインのOD280/OD315',
    proline: 'プロリン',
  },
};
