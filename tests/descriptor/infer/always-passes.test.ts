import { expect, test } from 'vitest';
import { inferResources } from '../../../src/descriptor/infer/infer-resources.ts';
import { writeDescriptor } from '../../../src/descriptor/infer/write-descriptor.ts';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';

const names = [
  'id',
  'ID',
  'where',
  'q',
  'and',
  'format',
  'not',
  '_id',
  '_version',
  'createdAt',
  'created_at',
  'constructor',
  'toString',
  'hasOwnProperty',
  '__proto__',
  'prototype',
  '%',
  '',
  ' ',
  '1st',
  'name',
  'Name',
  'CAS No.',
  'größe',
  '名前',
  'a'.repeat(80),
  'price',
  'smiles',
  'code',
  'label',
  'title',
  'column A',
  '"quoted"',
  'line\nbreak',
  '//',
  '*/',
];
const values: (() => unknown)[] = [
  () => '',
  () => null,
  () => 'EU',
  () => '101',
  () => '1.5',
  () => '50-00-0',
  () => 'yes',
  () => '2024-01-02',
  () => 'Main Street 5, Berlin',
  () => '10.0.0.1',
  () => 'a\nb',
  () => '0012',
  () => '{"a":1}',
  () => 'x@example.org',
  () => 12,
  () => true,
  () => ['a', 'b'],
  () => ({ a: 1 }),
  () => '*/ // "',
];

test('the descriptor inferred from any file passes the check', () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  for (let round = 0; round < 300; round++) {
    const columns = [
      ...new Set(Array.from({ length: 1 + random(6) }, () => names[random(names.length)]!)),
    ];
    const kinds = columns.map(() => (random(3) === 0 ? undefined : values[random(values.length)]!));
    const rows = Array.from({ length: 1 + random(14) }, (_, row) => {
      const record = Object.create(null) as Record<string, unknown>;
      columns.forEach((name, at) => {
        record[name] = kinds[at]?.() ?? (random(2) ? `v${row}` : values[random(values.length)]!());
      });
      return record;
    });
    const files = [
      { name: 'things', rows, isWritten: false },
      { name: 'others', rows: rows.slice(0, 3), isWritten: false },
    ];
    const text = writeDescriptor(inferResources(files));

    const parsed = parseDescriptor(text);

    expect('problems' in parsed ? [parsed.problems, text] : []).toEqual([]);
  }
});
