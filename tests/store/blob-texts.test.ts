import { expect, test } from 'vitest';
import { toQueryRunner } from '../../src/store/connection/connection.ts';
import { storeText } from '../../src/store/system/files/blob-texts.ts';

/** The lengths of the parts in which the text of a page would be stored. */
async function partsOf(page: string): Promise<number[]> {
  const inserted: unknown[] = [];
  const sql = toQueryRunner(async (text, values) => {
    if (text.includes('insert')) inserted.push(...(values?.[3] as string[]));
    return { rows: [], rowCount: null };
  });
  await storeText(sql, 'sha256', [page]);
  return inserted.map((part) => String(part).length);
}

const word = (length: number) => 'x'.repeat(length);

test.each([
  ['nowhere in 20,000 characters', word(20_000), [20_000]],
  ['at the last blank of 20,000 characters', `${word(12_000)} ${word(12_000)}`, [12_000, 12_001]],
  ['within a word of more than half of them', `${word(8_000)} ${word(13_000)}`, [20_000, 1_001]],
])('a text is cut %s', async (_, page, lengths) => {
  expect(await partsOf(page)).toEqual(lengths);
});
