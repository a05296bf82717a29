import { expect, test } from 'vitest';
import { readTexts } from '../../../../src/admin/list/grid/clipboard/read-texts.ts';
import { showDateTime } from '../../../../src/fields/text/date-format.ts';
import { libraryDescriptor } from '../../../support/library.ts';

const descriptor = libraryDescriptor();
const field = [...descriptor.resources.values()]
  .flatMap(({ fields }) => fields.get('lentAt') ?? [])
  .at(0)!;

test.each([
  [showDateTime('2026-11-21T13:45:00.000Z'), '2026-11-21T13:45:00.000Z'],
  ['2026-11-21T13:45:00Z', '2026-11-21T13:45:00Z'],
  ['soon', 'soon'],
])('the moment %s is read in the formats of screens and files', async (text, value) => {
  const { values } = await readTexts({ descriptor, role: 'admin' }, [{ field, text }]);

  expect(values).toEqual([{ value }]);
});
