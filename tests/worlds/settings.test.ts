import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/descriptor/descriptor.ts';
import { choiceColors } from '../../src/fields/type/choice-list.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { top } from '../support/source-files.ts';
import { readWorld } from './world.ts';
import { declarationsIn, settingsOf, valuesAt, type Setting } from './settings-of.ts';
import { firstInstallation, otherWorlds, seedBank, type WorldFiles } from './worlds.ts';

// Whoever adds a setting says what it means, in the schema and in the guide, and shows it at work in
// one of the worlds. The settings are those of the schema, which is made from the grammar.

const read = (path: string): string => readFileSync(join(top, path), 'utf8');
const guide = read('docs/descriptor.md');
const documents = guide + read('docs/field-types.md');

/** As a whole, and as each main file has it: that it includes others is not in the whole. */
const readAll = async (worlds: readonly WorldFiles[]): Promise<unknown[]> =>
  (
    await Promise.all(
      worlds.map(async (files) => {
        const { declared } = await readWorld(files);
        return [declared.source, parse(readFileSync(files.descriptor, 'utf8'))];
      }),
    )
  ).flat();
const sources = await readAll(otherWorlds);
/** Pages and fields with code need that code, which other worlds do not bring, and our own page is for everybody. */
const withCode = [
  ...(await readAll([...otherWorlds, firstInstallation])),
  parse(read('tests/installation/examples/resources.json')) as unknown,
];
const shownElsewhere = new Set(['app.pages[].roles', 'app.pages[].group']);
const declarations = declarationsIn(sources);

/** What a setting lacks; nothing, if it is as it should be. */
function lacksOf({ path, description, type }: Setting): string[] {
  return [
    /^[A-Z`].*[.:]$|^[A-Z`].*\.$/s.test(description ?? '') ? '' : 'a description',
    isInGuide(path, type) ? '' : 'a word in docs/descriptor.md or docs/field-types.md',
    isUsed(path, type) ? '' : 'use in tests/worlds',
  ].filter(Boolean);
}

/** In a row of one of its tables, else by name in what the guide says of the unions tables cannot show. */
function isInGuide(path: string, type: string | undefined): boolean {
  const own = path.replace(/^resources\.<name>\./, '');
  const chapter = type && guide.split(`### \`${type}\`\n`)[1]?.split('\n### ')[0];
  const table = guide.slice(guide.indexOf('<!-- field -->'), guide.indexOf('<!-- types -->'));
  if (type) {
    if (table.includes(`| \`${own}\` |`) || chapter?.includes(`| \`${own}\` |`)) return true;
  } else if (guide.includes(`| \`${own}\` |`)) return true;
  const isDeep = /\[\]|<name>|\./.test(own);
  const name = own.split('.').at(-1);
  return isDeep && ['`', '"'].some((quote) => documents.includes(quote + name + quote));
}

function isUsed(path: string, type: string | undefined): boolean {
  if (shownElsewhere.has(path)) return true;
  const among = path.startsWith('app.pages') ? withCode : sources;
  if (type === undefined) return among.some((source) => valuesAt(source, path).length > 0);
  const declared = path === 'computedInCode' ? declarationsIn(withCode) : declarations;
  return declared.some((each) => each['type'] === type && valuesAt(each, path).length > 0);
}

const settings = settingsOf(JSON.parse(read('resources.schema.json')));
/** What every field can say is not shown with every type, but with one. */
const common = new Set(
  settings
    .filter(
      ({ type, path }) =>
        type === 'text' &&
        settings.filter((one) => one.path === path && one.type).length ===
          Object.keys(fieldTypes).length,
    )
    .map(({ path }) => path),
);

describe('every setting', () => {
  test.each(
    settings.map(
      (setting) => [[setting.type, setting.path].filter(Boolean).join(': '), setting] as const,
    ),
  )('%s is described, explained and used in a world', (_, setting) => {
    const type = setting.type && common.has(setting.path) ? usedType(setting.path) : setting.type;

    expect(lacksOf({ ...setting, ...(type ? { type } : {}) })).toEqual([]);
  });
});

function usedType(path: string): string {
  return Object.keys(fieldTypes).find((type) => isUsed(path, type)) ?? 'text';
}

describe('the test of settings', () => {
  test('finds those in lists, maps, unions and types', () => {
    const paths = settings.map(({ path, type }) => (type ? `${type}: ${path}` : path));

    expect(paths).toEqual(
      expect.arrayContaining([
        'app.groups[].icon',
        'roles.<name>.devMenu',
        'resources.<name>.permissions.<name>.delete',
        'resources.<name>.actions[].form.fields',
        'choice: choices[].color',
        'object: fields.<name>.maxLength',
        'text: when.readOnly',
      ]),
    );
  });

  test('reports what a setting lacks', () => {
    const shade = { path: 'resources.<name>.list.shade', description: undefined };
    const nap = { path: 'nap', description: 'How long it sleeps.', type: 'number' };

    expect(lacksOf(shade)).toEqual([
      'a description',
      'a word in docs/descriptor.md or docs/field-types.md',
      'use in tests/worlds',
    ]);
    expect(lacksOf(nap)).toEqual(lacksOf(shade).slice(1));
  });
});

describe('the worlds', () => {
  const text = JSON.stringify(sources);

  test.each(Object.keys(fieldTypes))('have a field of the type %s', (type) => {
    expect(declarations.some((each) => each['type'] === type)).toBe(true);
  });

  test.each([
    '$now',
    '$today',
    '$year',
    '$user',
    '$field',
    'and',
    'or',
    'not',
    ...choiceColors,
    ...operations,
  ])('say %s somewhere', (word) => {
    expect(text).toContain(`"${word}"`);
  });

  test('one has ten resources, besides its users', async () => {
    expect((await readWorld(seedBank)).resources.map(({ name }) => name)).toHaveLength(11);
  });
});
