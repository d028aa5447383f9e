/** 動く平面の文字列：ツアーと、手で回す操作。 */

import type { tour as english } from '../en/tour.ts';

export const tour: typeof english = {
  region: '一つの平面',
  kinds: {
    methods: '手法から手法へ',
    training: '学習に沿って',
    grand: 'あらゆる方向から',
    hand: '手で回す',
  },
  intro: {
    methods: 'どの図も、点の雲を通る一つの平面です。この平面は、ある手法の平面から次の手法の平面へと回ります。',
    training: 'TRIPの平面が、学習の始まりから終わりまで回ります。',
    grand: 'ランダムな平面を次々にめぐり、同じ点の雲を別の方向から見ます。',
    hand: '変数をドラッグしてください。平面が一緒に回り、ネットワークが学習し直されます。',
  },
  waiting: '平面は最初の図とともに表示されます。',
  notHere: 'このモデルには、動かせる2軸の平面がありません。',
  epoch: (epoch) => `エポック${epoch}`,
  between: (from, to, share) => `${from} → ${to}、${share}`,
  planeNumber: (number) => `平面${number}`,
  play: '再生',
  pause: '一時停止',
  forward: '一段進む',
  backward: '一段戻る',
  stations: '通過点',
  picture: (place) => `一つの平面に射影したサンプル：${place}`,
  off: (angle) => `真の平面から${angle}`,
  handPlane: '手で回した平面',
  takenPlane: (epoch) => `あなたの平面から始めたTRIP、エポック${epoch}`,
  networkOf: (station) => `色は、${station}のネットワークの予測です。通過点の間では薄れます。`,
  noNetwork: '通過点の間では、平面に対応するネットワークはありません。',
  noNetworks: 'これらの平面で学習したネットワークはありません。',

  handle: (name, x, y) => `${name}：${x}、${y}`,
  handleRole: 'ハンドル',
  findPlaceholder: '変数の名前',
  noVariable: (name) => `「${name}」という変数はありません。`,
  begins: { pca: 'PCAの平面', lda: 'LDAの平面', random: 'ランダムな平面' },
  yours: 'あなたの平面',
  unseen: '未知のサンプルの正解率',
  error: '未知のサンプルでの誤差（RMSE）',
  fitting: 'ネットワークを学習中…',
  stillShort: '短い学習が終わりました。続けて最後まで学習します…',
  ready: 'ネットワークの学習が終わりました。',
  best: (score, moves) => `これまでの最高：${score}（${moves === 0 ? '動かす前' : `${moves}回動かした後`}）。`,
  others: 'ほかの手法',
  undo: (moves) => (moves === 0 ? '元に戻す' : `元に戻す（${moves}回）`),
  takeOver: 'TRIPに引き継ぐ',
  taking: (epoch) => `あなたの平面からTRIPが学習中：エポック${epoch}`,
  taken: (yours, trip) => `あなた：${yours}。あなたの平面から始めたTRIP：${trip}。`,
  takenLost:
    '初期値が一つだけだと、よくない局所解で終わることがあります。そのためこのツールは複数の初期値で学習し、目的関数が最小のものを残します。',
  mine: '自分の平面に戻る',
  linkTooShort: (moves) =>
    `${moves}回の操作はリンクに入りきりません。このページへのリンクは、操作の前の平面から始まります。`,

  invitation: 'これに勝てますか。',
  invite: (target) =>
    `この点の雲の中の一つの平面に、渦巻きが隠れています。TRIPが見つける平面では、未知のサンプルの${target}が正しく分類されます。1分ほど平面を回してみてください。もっとよくできるでしょうか。そのあと、あなたの平面からTRIPに引き継いでください。`,
  inviteWaiting:
    'この点の雲の中の一つの平面に、渦巻きが隠れています。TRIPが今それを探しています。1分ほど平面を回してから、あなたの平面をTRIPに引き継いでください。',
  beaten: 'TRIPに勝ちました。',
  exerciseLink: 'この練習問題へのリンク（授業用）',
};
