import { describe, expect, test } from 'vitest';
import { checkField } from '../../src/descriptor/field-check.ts';
import { readCell } from '../../src/files/formats/read-cell.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { toField } from '../../src/fields/to-field.ts';

const fieldOf = (type: string, settings: object) =>
  toField(fieldTypes[type as keyof typeof fieldTypes], 'field', { type, ...settings });

describe('a cell of blanks', () => {
  const types = Object.entries(fieldTypes).flatMap(([type, { examples }]) =>
    examples.map(({ settings }, at) => [`${type} ${at}`, type, settings] as const),
  );

  test.each(types)('is empty for %s', (_name, type, settings) => {
    const read = readCell(fieldOf(type, settings), ' \t', 'file');

    const keeps = 'trim' in settings && settings.trim === false;
    expect(read).toEqual({ value: keeps ? ' \t' : null });
  });

  test('stays where a field says that blanks count', () => {
    expect(readCell(fieldOf('text', { trim: false }), '  ', 'file')).toEqual({ value: '  ' });
  });
});

test('blanks at the ends of a text stay where its field keeps them, unless the column says otherwise', () => {
  const field = fieldOf('text', { trim: false });
  const taken = (conversion: { trim?: boolean }) => {
    const read = readCell(field, ' a ', 'file', conversion);
    return 'value' in read ? checkField(field, read.value) : read;
  };

  expect(taken({})).toEqual({ value: ' a ' });
  expect(taken({ trim: false })).toEqual({ value: ' a ' });
  expect(taken({ trim: true })).toEqual({ value: 'a' });
});
