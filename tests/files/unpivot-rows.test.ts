import { expect, test } from 'vitest';
import { plainLayout } from '../../src/files/formats/file-layout.ts';
import type { FileRow } from '../../src/files/formats/json-rows.ts';
import { unpivotRows } from '../../src/files/formats/unpivot-rows.ts';
import { problem } from '../../src/fields/problems/problem.ts';

const unpivot = { columns: ['a', 'b', 'µ'], head: 'head', cell: 'cell' };

async function unpivoted(rows: readonly FileRow[], isGuessed = false): Promise<FileRow[]> {
  async function* batches() {
    yield rows;
  }
  const all: FileRow[] = [];
  const layout = { ...plainLayout, isGuessed };
  for await (const some of unpivotRows(batches(), unpivot, layout)) all.push(...some);
  return all;
}

test('warnings of a cell move with the cell', async () => {
  const shown = { text: '01', isExact: true, format: '00' };
  const row: FileRow = {
    row: 7,
    line: 9,
    value: { id: '=', a: '#N/A', b: null, µ: 1 },
    cells: 'typed',
    errors: ['id', 'a'],
    unsolved: new Map([['b', '=A1']]),
    shown: new Map([['µ', shown]]),
    warnings: [problem('I099', 'a', { encoding: 'ibm866' }), problem('I051', '')],
    lacking: ['b'],
  };

  expect(await unpivoted([row])).toMatchObject([
    {
      row: 1,
      line: 9,
      source: { row: 7, column: 'a' },
      value: { id: '=', head: 'a', cell: '#N/A' },
      errors: ['id', 'cell'],
      unsolved: new Map(),
      shown: new Map(),
      warnings: [{ path: 'cell' }, { path: '' }],
      lacking: [],
    },
    {
      row: 2,
      source: { row: 7, column: 'b' },
      errors: ['id'],
      unsolved: new Map([['cell', '=A1']]),
      lacking: [],
    },
    { row: 3, value: { head: 'µ', cell: 1 }, shown: new Map([['cell', shown]]) },
  ]);
});

test('a name with letters of a guessed encoding causes a warning, like a cell', async () => {
  const [row] = await unpivoted([{ row: 1, value: { µ: '1' } }], true);

  expect(row?.warnings).toMatchObject([{ code: 'I099', path: 'head' }]);
});

test('rows that cannot be read keep their problem, and long rows their cells', async () => {
  const faulty = problem('I023', '', { cells: 2, columns: 1 });
  const rows: FileRow[] = [
    { row: 1, problem: faulty },
    { row: 2, value: { head: 'a', cell: '1' } },
    { row: 3, value: { head: 'x', a: '1' } },
    { row: 4, value: { id: '1', a: ' ' } },
  ];

  expect(await unpivoted(rows)).toMatchObject([
    { row: 1, problem: faulty },
    { row: 2, value: { head: 'a', cell: '1' } },
    { row: 3, problem: { code: 'I022' } },
  ]);
});
