import { expect, test } from 'vitest';
import { ImportSettings, layoutMembers } from '../../src/contract/import-settings.ts';
import { findFilePaths } from '../../src/files/import/write/file-paths.ts';
import { plainLayout } from '../../src/files/formats/file-layout.ts';
import { checkImport } from '../../src/services/import/check-import.ts';
import { readTexts } from '../../src/services/import/read-texts.ts';
import { libraryDescriptor } from '../support/library.ts';

const descriptor = libraryDescriptor();
const resource = descriptor.resources.get('books')!;
const paths = findFilePaths({ descriptor, role: 'admin' }, resource);
const detected = { ...plainLayout, format: 'csv' } as const;

/** Every setting that a form can have, as a text and in JSON. */
const settings = {
  mode: ['upsert', 'upsert'],
  key: ['isbn', 'isbn'],
  mapping: ['{"A":"title"}', { A: 'title' }],
  constants: ['{"genre":"novel"}', { genre: 'novel' }],
  steps: ['[{"do":"trim","column":"A"}]', [{ do: 'trim', column: 'A' }]],
  cells: ['{"2":{"A":null}}', { 2: { A: null } }],
  dryRun: ['true', true],
  atomic: ['false', false],
  missing: ['{"where":{"pages":1}}', { where: { pages: 1 } }],
  warnings: ['leaveOut', 'leaveOut'],
  leaveOut: ['3,5-7', [3, 5, 6, 7]],
  take: ['all', 'all'],
} as const;

test('an import accepts each of its settings as a text with the same meaning as in JSON', () => {
  const texts = Object.entries(settings).map(([name, [text]]) => [name, text] as const);
  const json = Object.fromEntries(
    Object.entries(settings).map(([name, [, value]]) => [name, value]),
  );
  const layout = { format: 'csv', encoding: 'utf-8', delimiter: ';', headerRow: '2' };

  const { settings: read, problems } = readTexts(new Map([...texts, ...Object.entries(layout)]));

  const { layout: _, recipe: __, ...members } = ImportSettings.shape;
  expect(Object.keys(settings).toSorted()).toEqual(Object.keys(members).toSorted());
  expect(problems).toEqual([]);
  expect(read).toEqual({ ...ImportSettings.parse(json), layout });
  const context = { resource, paths, detected };
  expect(checkImport(context, read)).toEqual(
    checkImport(context, ImportSettings.parse({ ...json, layout })),
  );
  expect(checkImport(context, read)).toMatchObject({
    request: { mode: 'upsert', key: ['isbn'], layout: { delimiter: ';', headerRow: 2 } },
  });
});

test.each(Object.keys(layoutMembers))('an empty text for %s is ignored', (name) => {
  const { settings: read } = readTexts(new Map([[name, '']]));

  expect(read).toEqual({ layout: {} });
});

test.each([
  [{}, 4],
  [{ headerRow: 1 }, 4],
  [{ headerRow: 2 }, 3],
  [{ firstRow: 6 }, 6],
])(
  'the first row is the detected one while the header row is unchanged: %j',
  (layout, firstRow) => {
    const context = { resource, paths, detected: { ...detected, headerRow: 1, firstRow: 4 } };

    expect(checkImport(context, { layout })).toMatchObject({ request: { layout: { firstRow } } });
  },
);

test('a key that a schema would ignore is a problem', () => {
  const { problems } = readTexts(new Map([['mapping', '{"__proto__":"title"}']]));

  expect(problems).toMatchObject([{ code: 'V020', path: 'mapping' }]);
});
