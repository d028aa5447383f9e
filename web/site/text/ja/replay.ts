/** 記録された学習の文字列。 */

import type { replay as english } from '../en/replay.ts';

export const replay: typeof english = {
  title: '最初の学習の記録',
  about: (fingerprint) =>
    `この学習は、ページの構築時に記録したものです。100次元に隠れた渦巻きを、PCA・LDA・TRIPで射影しています。結果のフィンガープリントは${fingerprint}です。WebAssemblyが使えれば、すべての設定を変え、自分のデータで試せます。`,
  picture: (name, epoch, accuracy) =>
    `エポック${epoch}の${name}：サンプルとネットワークの予測。テスト正解率は${accuracy}`,
  legend: (names) =>
    `クラス${names}は円と三角で示します。塗りつぶしは学習用、中抜きはテスト用のサンプルです。太線では両クラスの確率が等しくなります。`,
};
