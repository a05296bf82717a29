import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEdits } from '../../src/api/sample/apply-edits.ts';
import { libraryDescriptor } from '../support/library.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const descriptor = libraryDescriptor();
const folder = await openTemporaryFolder();

const edit = { by: 'ann@example.org', resource: 'books', record: { isbn: '1' } };

test.each([
  ['text that is no JSON', '[', 'D001 edits.json'],
  [
    'an edit without a record',
    JSON.stringify([{ ...edit, record: 1 }]),
    'V002 edits.json.0.record',
  ],
  [
    'an unknown collection',
    JSON.stringify([edit, { ...edit, resource: 'boks' }]),
    'D010 edits.json.1.resource',
  ],
  [
    'a user that the sample lacks',
    JSON.stringify([{ ...edit, by: 'bob@example.org' }]),
    'V014 edits.json.0.by',
  ],
  [
    'a query about an unknown field',
    JSON.stringify([{ ...edit, query: { field: 'pags', text: 'Right?' } }]),
    'D011 edits.json.0.query.field',
  ],
  ['nothing but edits that can be made', JSON.stringify([edit]), ''],
])('the edits of a sample are checked before anything is loaded: %s', async (_, text, expected) => {
  await writeFile(join(folder, 'users.ndjson'), '{"email":"ann@example.org"}\n');
  await writeFile(join(folder, 'edits.json'), text);

  const read = await readEdits(descriptor, folder);

  const problems = 'problems' in read ? read.problems : [];
  expect(problems.map(({ code, path }) => `${code} ${path}`).join()).toBe(expected);
});
