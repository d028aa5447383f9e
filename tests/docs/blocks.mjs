/** The code in the documentation: README, docs/ and the examples in the comments of the package. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesBelow, root } from '../../build-scripts/tools.mjs';

const files = [
  ...filesBelow('README.md', 'docs').filter((file) => file.endsWith('.md')),
  ...filesBelow('web/lib').filter((file) => file.endsWith('.ts')),
];

/** Every fenced block, { place: file and line, language, code }; in TypeScript the blocks in comments, without their asterisks. */
export const blocks = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const text = file.endsWith('.ts') ? lines.map((line) => line.replace(/^ *\* ?/, '')).join('\n') : lines.join('\n');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language, 2: code }) => ({
    place: `${relative(root, file)}:${text.slice(0, index).split('\n').length}`,
    language,
    code,
  }));
});

export const inLanguage = (name) => blocks.filter(({ language }) => language === name);
