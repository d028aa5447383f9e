/** 日本語の文字列のすべて。名前は英語のものと同じ。 */

export * from './assess.ts';
export * from './brush.ts';
export * from './charts.ts';
export * from './class-link.ts';
export * from './closer.ts';
export * from './data.ts';
export * from './explain.ts';
export * from './explore.ts';
export * from './help.ts';
export * from './importing.ts';
export * from './labels.ts';
export * from './lessons.ts';
export * from './method.ts';
export * from './notices.ts';
export * from './own-table.ts';
export * from './page.ts';
export * from './prose.ts';
export * from './replay.ts';
export * from './reproduction.ts';
export * from './settings.ts';
export * from './share.ts';
export * from './sharing.ts';
export * from './tables.ts';
export * from './tour.ts';
export * from './truth.ts';
export * from './views.ts';
