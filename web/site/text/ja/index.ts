/** 日本語の文字列のすべて。名前は英語のものと同じ。 */

export * from './charts.ts';
export * from './class-link.ts';
export * from './data.ts';
export * from './explore.ts';
export * from './help.ts';
export * from './page.ts';
export * from './replay.ts';
export * from './share.ts';
