import { describe, expect, test } from 'vitest';
import { plainLayout } from '../../../src/files/formats/file-layout.ts';
import { countLimits, countValues } from '../../../src/files/steps/count-values.ts';
import { createCellChange } from '../../../src/files/steps/change-cell.ts';

const layout = {
  ...plainLayout,
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  firstRow: 2,
} as const;

function count(text: string, limits: Partial<typeof countLimits> = {}) {
  const open = async function* () {
    yield new TextEncoder().encode(text);
  };
  const question = { column: 'a', steps: [] };
  return countValues(open, layout, question, { ...countLimits, ...limits });
}

describe('counting the values of a column', () => {
  const file = 'a\nx\ny\nx\nz\n';

  test('ends at the maximum of rows, and reports it', async () => {
    const counts = await count(file, { rows: 3 });

    expect(counts.rows).toEqual({ count: 3, isWhole: false });
    expect(counts.values).toEqual([
      { value: 'x', count: 2 },
      { value: 'y', count: 1 },
    ]);
  });

  test('is complete with exactly the maximum of rows', async () => {
    expect((await count(file, { rows: 4 })).rows).toEqual({ count: 4, isWhole: true });
  });

  test('ends when its time is up', async () => {
    expect((await count(file, { time: -1 })).rows).toEqual({ count: 0, isWhole: false });
  });

  test('ends when the client has gone', async () => {
    const counts = await count(file, { signal: AbortSignal.abort() });

    expect(counts.rows).toEqual({ count: 0, isWhole: false });
  });

  test('remembers a limited number of characters, and counts the values beyond', async () => {
    const counts = await count('a\nlong one\nlonger one\nlong one\nlonger one\n', {
      characters: 10,
    });

    expect(counts.values).toEqual([{ value: 'long one', count: 2 }]);
    expect(counts.others).toBe(2);
  });
});

describe('a table of values for the parts of a list', () => {
  const values = [
    ['a', 'b'],
    ['x', ''],
  ] as const;
  const change = createCellChange({ do: 'map', column: 'c', values, separator: ';' });

  test.each([
    ['a; c', 'b;c'],
    ['c ; d', 'c ; d'],
    ['x;a', 'b'],
    ['x', ''],
  ])('changes %s to %s', (from, to) => {
    expect(change(from, { left: 0 })).toEqual({ text: to });
  });

  test('writes no text that is too long', () => {
    const longer = createCellChange({
      do: 'map',
      column: 'c',
      values: [['a', 'b'.repeat(1_000)]],
      separator: ';',
    });

    expect(longer('a;'.repeat(2_000), { left: 0 })).toEqual({ warning: 'I077' });
  });

  test('warns of a part that it does not contain', () => {
    const strict = createCellChange({
      do: 'map',
      column: 'c',
      values,
      others: 'warn',
      separator: ';',
    });

    expect(strict('a;c', { left: 0 })).toEqual({ warning: 'I074', params: { value: 'c' } });
  });
});
