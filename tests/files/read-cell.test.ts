import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { convert } from '../../src/files/formats/conversion.ts';
import { checkField } from '../../src/descriptor/field-check.ts';
import { readCell, showCellDate } from '../../src/files/formats/read-cell.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { toField } from '../../src/fields/type/to-field.ts';

const fieldOf = (type: string, settings: object) =>
  toField(fieldTypes[type as keyof typeof fieldTypes], 'field', { type, ...settings });

describe('a cell of spaces', () => {
  const types = Object.entries(fieldTypes).flatMap(([type, { examples }]) =>
    examples.map(({ settings }, at) => [`${type} ${at}`, type, settings] as const),
  );

  test.each(types)('is empty for %s', (_name, type, settings) => {
    const read = readCell(fieldOf(type, settings), ' \t', 'file');

    const keeps = 'trim' in settings && settings.trim === false;
    expect(read).toEqual({ value: keeps ? ' \t' : null });
  });

  test('stays if spaces count in its field', () => {
    expect(readCell(fieldOf('text', { trim: false }), '  ', 'file')).toEqual({ value: '  ' });
  });
});

test('spaces at the ends of a text stay if its field keeps them, unless the column trims them', () => {
  const field = fieldOf('text', { trim: false });
  const taken = (conversion: { trim?: boolean }) => {
    const read = readCell(field, ' a ', 'file', conversion);
    return 'value' in read ? checkField(field, read.value) : read;
  };

  expect(taken({})).toEqual({ value: ' a ' });
  expect(taken({ trim: false })).toEqual({ value: ' a ' });
  expect(taken({ trim: true })).toEqual({ value: 'a' });
});

test.each<[cell: string | number, conversion: object, value: unknown]>([
  [0.30000000000000004, {}, '0.30'],
  [1e-7, {}, '0.0000001'],
  [12, { decimal: ',' }, '12.00'],
  [1234567890.12, {}, '1234567890.12'],
  ['1.234,5', { decimal: ',' }, '1234.50'],
  ['1.25e1', {}, '12.50'],
  [' 7.5 ', {}, '7.50'],
  ['7,5', {}, '7,5'],
])('the cell %j of an exact number, read with %j, is %j', (cell, conversion, value) => {
  const field = fieldOf('decimal', {});
  const read = readCell(field, cell, 'file', conversion);
  const checked = 'value' in read ? checkField(field, read.value) : read;

  expect('value' in checked ? checked : read).toEqual({ value });
});

test.each([
  ['5 \u03bcg/kg', { without: '\u00b5g/kg' }, '5'],
  ['5 \u00b5g/kg', { without: '\u03bcg/kg' }, '5'],
])('a unit is removed with either of the two letters µ: %s', (cell, conversion, value) => {
  expect(convert(cell, conversion)).toBe(value);
});

test('a choice is found with either of the two letters µ', () => {
  const { fields } = toDescriptor({
    app: {},
    roles: { admin: { all: true } },
    resources: { values: { fields: { unit: { type: 'choice', choices: ['\u00b5g/kg', '%'] } } } },
  }).resources.get('values')!;

  expect(readCell(fields.get('unit')!, '\u03bcg/kg', 'file')).toEqual({ value: '\u00b5g/kg' });
});

test.each([
  ['2026-03-29T00:00:00Z', '2026-03-29'],
  ['2026-03-29T02:30:00Z', '2026-03-29 02:30:00'],
  ['2026-03-29T02:30:00.5Z', '2026-03-29 02:30:00.500'],
])('a time of a workbook is shown without a zone: %s', (moment, shown) => {
  expect(showCellDate(new Date(moment))).toBe(shown);
});
