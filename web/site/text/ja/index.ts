/** 日本語の文字列のすべて。名前は英語のものと同じ。 */

export * from './explore.ts';
export * from './help.ts';
export * from './page.ts';
