import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, top } from '../../../support/source-files.ts';

const files = listFiles('src/admin').map((path) => ({
  path,
  text: readFileSync(join(top, path), 'utf8'),
}));
const sheets = files.filter(({ path }) => path.endsWith('.css'));
const scripts = files.filter(({ path }) => /\.tsx?$/.test(path));

const found = (among: typeof files, pattern: RegExp): string[] =>
  [
    ...new Set(among.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name!))),
  ].sort();

/** Made of a word and the name of a state or an edge. */
const composed = ['left', 'right', 'saving', 'failed', 'conflict'].map((name) => `g-${name}`);

/** Drawn by the theme; tests and other parts of the app find them by these names. */
const unstyled = ['g-keep-', 'g-note', 'g-peek', 'g-status'];

const defined = found(sheets, /\.(g-[a-z-]+)/g);
const used = found(scripts, /(?<![\w.-])(g-[a-z]+(?:-[a-z]+)*-?)(?=[\s'"`$])/g).filter(
  (name) => name !== 'g-',
);

test('the style sheet of the grid has each class that is used, and no other', () => {
  expect(used.filter((name) => !unstyled.includes(name) && !defined.includes(name))).toEqual([]);
  expect(defined.filter((name) => !used.includes(name) && !composed.includes(name))).toEqual([]);
});

test('the style sheet of the grid uses the colours of the theme, and each of them', () => {
  const colours = (pattern: RegExp, among: typeof files) => found(among, pattern);
  const given = colours(/'(--[a-z-]+)':/g, scripts);
  const own = colours(/^\s+(--[a-z-]+):/gm, sheets);
  const taken = colours(/var\((--[a-z-]+)\)/g, sheets);

  expect(taken.filter((name) => name.startsWith('--g-') && !own.includes(name))).toEqual(
    given.filter((name) => name.startsWith('--g-')),
  );
});
