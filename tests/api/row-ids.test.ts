import { expect, test } from 'vitest';
import { rowId } from '../../src/services/row-id.ts';
import { recordIdPattern } from '../../src/fields/text/record-id.ts';

const rows = [1, 2, 63, 64, 65, 16_383, 16_384, 1_048_575, 1_048_576, 4_000_000];

test.each(['01930000-0000-7000-8000-000000000000', 'a request of a program'])(
  'the _ids of the records of a file follow its order: %s',
  (work) => {
    const ids = rows.map((row) => rowId(work, row));

    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(rows.length);
    for (const id of ids) expect(id).toMatch(recordIdPattern);
  },
);

test('a row has the same _id again, and that of another job another one', () => {
  const [one, other] = ['01930000-0000-7000-8000-000000000000', '01930000-0000-7000-8000-1'];

  expect(rowId(one, 7)).toBe(rowId(one, 7));
  expect(rowId(one, 7)).not.toBe(rowId(other, 7));
});
