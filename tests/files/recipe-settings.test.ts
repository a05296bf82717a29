import { expect, test } from 'vitest';
import { plainLayout, type FileLayout } from '../../src/files/formats/file-layout.ts';
import { layoutFor } from '../../src/files/import/recipe-settings.ts';

const unpivot = { columns: ['a'], head: 'b', cell: 'c' };
const saved: Partial<FileLayout> = { format: 'json', path: '*', unpivot };
const fileOf = (name: string, format: FileLayout['format']) => ({
  name,
  layout: { ...plainLayout, format },
});

test.each<[string, string, FileLayout['format'], Partial<FileLayout>]>([
  ['another object', 'x.json', 'json', { path: '*', unpivot }],
  // On one line an object without a list looks like a record.
  ['an object on one line', 'x.json', 'ndjson', { path: '*', unpivot }],
  ['the file of failed rows, which has lines', 'x.ndjson', 'ndjson', { unpivot }],
  ['a table', 'x.csv', 'csv', { unpivot }],
])('a recipe for an object of records reads %s', (_what, name, format, expected) => {
  expect(layoutFor(saved, fileOf(name, format))).toEqual(expected);
});
