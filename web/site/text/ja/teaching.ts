/** 先生とクラスのための文字列：リンクの用途、解答のリンク、解答集、ワークシート、クラスの解答。 */

import type { teaching as english } from '../en/teaching.ts';

export const teaching: typeof english = {
  presetTitle: '用途',
  presets: {
    open: { name: '制限なし', sees: 'クラスの全員が、すべてを見て操作できます。' },
    quiz: {
      name: 'クイズ',
      sees: 'クラスはレッスンの問題に答えて図を見ますが、答えと正解率は見えません。設定はすべて固定されます。',
    },
    demonstration: {
      name: '実演',
      sees: 'クラスは、いま表示されている学習を見て、もう一度再生したり詳しく調べたりできます。設定はすべて固定されます。',
    },
    lambda: {
      name: 'λだけを動かす',
      sees: 'クラスに見えるスライダーはλだけで、いま表示されているデータへの働きを調べられます。ほかはすべてそのままです。',
    },
  },
  ownChoice: '下の一覧は、この四つのどれとも異なります。',
  tools: '授業のために',
  key: '解答集',
  worksheet: '印刷用ワークシート',
  list: 'クラスの解答',

  answered: (given, all) => (given === all ? `${all}問すべてに答えました。` : `${all}問中${given}問に答えました。`),
  nameLabel: '名前かイニシャル（任意）',
  nameNote:
    'リンクには、あなたの解答とこの名前が入ります。ページからは何も送信されません。リンクは自分で渡してください。',
  answersBox: '解答を含むリンク',

  keyTitle: '解答集',
  keyNote: '図はこのページの中で学習したもので、数値はすべてその図のものです。',
  worksheetTitle: '意味のある平面を見つける：ワークシート',
  training: (done, all) => `図を学習しています：${all}段階中${done}段階が終了`,
  trainingFailed: (message) => `図を学習できませんでした：${message}`,
  tryAgain: 'もう一度試す',
  notReady: 'ページの準備が終わると、図を学習できます。',
  withFigures: '図を別のページに付ける',
  print: '印刷',
  studentName: '名前',
  date: '日付',
  step: (step, title) => `${step}. ${title}`,
  reason: 'そう考えた理由は？',
  figures: '図',
  figuresNote: '各問題に答えてから、その図を見てください。',
  figureOf: (title, label) => `${title}：${label}`,
  compare: '何が見えますか。予想と合っていますか。',
  rightAnswer: '正解',

  listLead:
    '生徒から返ってきたリンクを貼り付けるか、リンクの入ったファイルをドロップしてください。チャットやメール、表計算ソフトの行をそのまま貼り付けてもかまいません。内容はこのページの外に出ません。',
  listBox: '生徒のリンク',
  clear: '消去',
  saveList: '解答を保存（CSV）',
  noLinks: 'この文章の中に、解答を含むリンクは見つかりませんでした。',
  students: (count) => `解答を含むリンク：${count}件`,
  repeated: (count) => `同じリンクが重なっていた${count}件を除きました。`,
  unanswered: (count) => `このページへのリンクのうち${count}件には、読み取れる解答がありません。`,
  tooMany: (count, limit) => `一覧に入るのは${limit}件までです。残りの${count}件は除きました。`,
  cut: '文章が長すぎるため、初めの部分だけを読みました。',
  fileRefused: (file, message) => `${file}は読み込めません：${message}`,
  readFile: (file) => `${file}を追加しました。`,
  tableCaption: 'レッスンの段階ごとの解答',
  nameColumn: '名前',
  noName: '名前なし',
  rightColumn: '正解数',
  rightOf: (right, all) => `${all}問中${right}問`,
  keyRow: '正解',
  isRight: '正解',
  isWrong: '不正解',
  noAnswer: '無解答',
  problemsOf: (name, problems) => `${name}：${problems}`,
  choicesOf: (title, given) => `${title}（解答${given}件）`,
  choice: (letter, text) => `${letter}：${text}`,
  questionColumn: (step) => `段階${step}`,
};
