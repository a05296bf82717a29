import { afterAll, expect, test } from 'vitest';
import { foldText } from '../../../src/fields/text/fold-text.ts';
import { foldSql } from '../../../src/store/schema/fold-function.ts';
import { openTestStore } from '../../support/store.ts';

const store = await openTestStore({ notes: { fields: { text: { type: 'text', search: true } } } });
afterAll(() => store.close());

test('PostgreSQL folds every character of European scripts as we do, alone and among others', async () => {
  const ranges = [
    [1, 0x24f],
    [0x250, 0x52f],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
    [0x2100, 0x218f],
    [0xfb00, 0xfb06],
    [0xff01, 0xff5e],
  ] as const;
  const assigned = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]$/u;
  const signs = ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => assigned.test(sign));
  const texts = signs.flatMap((sign) => [sign, `X${sign}y`]);

  const folded = await store.database.value<string[]>(
    `select array(select ${foldSql('t')} from unnest($1::text[]) with ordinality as u(t, n) order by n)`,
    [texts],
  );

  const differing = texts.filter((text, at) => foldText(text) !== folded[at]);
  expect(differing).toEqual([]);
  expect(texts.length).toBeGreaterThan(3_000);
});
