import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operators } from '../src/fields/type/operators.ts';
import { fieldTypes } from '../src/fields/registry.ts';
import { top } from './support/source-files.ts';

const operatorNames = Object.keys(operators);
const typeNames = Object.keys(fieldTypes);

/** So many members of a registry in a row are a list of it, and no longer a choice among its members. */
const LONG = 12;

test('no module outside its registry lists the operators or the field types', () => {
  const modules = files('src/**/*.{ts,tsx}');

  const lists = modules.flatMap((path) =>
    [operatorNames, typeNames].flatMap((names) =>
      findLists(read(path), names).map((list) => `${path}: ${list.join(' ')}`),
    ),
  );

  expect(lists.filter((each) => !/^src.fields.(operators|registry)\.ts/.test(each))).toEqual([]);
});

test('each list of operators in the docs matches the registry or a field type', () => {
  const meant = [
    operatorNames,
    operatorNames.filter((name) => name !== 'eq'),
    ...Object.values(fieldTypes).map((type) => type.filter.operators),
  ].map(toSet);

  const lists = docs().flatMap((path) =>
    findLists(read(path), operatorNames).map((list) => ({ path, list: toSet(list) })),
  );

  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(({ list }) => !meant.includes(list))).toEqual([]);
});

test('README names every field type', () => {
  const [, sentences = ''] = /\*\*Field types\*\*: (.*)/.exec(read('README.md')) ?? [];

  const named = new Set(sentences.match(/\w+/g));

  expect(typeNames.filter((name) => !named.has(name))).toEqual([]);
});

/** The runs of members in a text, with nothing but signs, `and` and `or` between them. */
function findLists(text: string, members: readonly string[]): readonly (readonly string[])[] {
  const anyOf = `\\b(?:${members.join('|')})\\b`;
  const between = String.raw`(?:[\s,|\`'"*\[\]:;&.]|\band\b|\bor\b)+`;
  const runs = text.match(new RegExp(`${anyOf}(?:${between}${anyOf}){${LONG - 1},}`, 'g')) ?? [];
  return runs.map((run) => run.match(new RegExp(anyOf, 'g')) ?? []);
}

function docs(): readonly string[] {
  return ['README.md', ...files('docs/*.md')];
}

function files(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: top });
}

function read(path: string): string {
  return readFileSync(join(top, path), 'utf8');
}

function toSet(names: readonly string[]): string {
  return [...new Set(names)].sort().join(' ');
}
