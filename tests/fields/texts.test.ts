import { describe, expect, it, test } from 'vitest';
import { readWrittenChoice } from '../../src/fields/type/choice-list.ts';
import { toInputProps } from '../../src/fields/type/field-ui.ts';
import { fillTemplate } from '../../src/fields/problems/fill-template.ts';
import { textIn, toText } from '../../src/fields/problems/localized-text.ts';
import { fieldTypes } from '../../src/fields/registry.ts';

describe('a text with placeholders', () => {
  it.each([
    ['at most {max}', { max: 0 }, 'at most 0'],
    ['at most {max}', {}, 'at most {max}'],
    ['at most {max}{?more}', { max: 1 }, 'at most 1'],
    ['at most {max}{?more}', { max: 1, more: '!' }, 'at most 1!'],
    ['{count} row |||| {count} rows', { count: 1 }, '1 row'],
    ['{count} row |||| {count} rows', { count: 0 }, '0 rows'],
    ['{count} row |||| {count} rows', { count: '1' }, '1 row'],
    ['a row |||| rows', { count: 1 }, 'a row'],
    ['{count} row |||| {count} rows', { count: '1,000' }, '1,000 rows'],
    ['a row |||| rows', {}, 'rows'],
  ])('%s with %j is %s', (text, params, filled) => {
    expect(fillTemplate(text, params)).toBe(filled);
  });
});

describe('a text in several languages', () => {
  it.each([
    ['Name', 'de', 'Name'],
    [{ en: 'Name', de: 'Benennung' }, 'de', 'Benennung'],
    [{ en: 'Name', de: 'Benennung' }, 'fr', 'Name'],
    [{ de: 'Benennung' }, 'fr', 'Benennung'],
    [{}, 'en', ''],
  ])('%j in %s is %j', (text, language, found) => {
    expect(textIn(text, language)).toBe(found);
  });

  it('is completed for every language, and keeps the others', () => {
    expect(toText('Name', ['en', 'de'])).toEqual({ en: 'Name', de: 'Name' });
    expect(toText({ fr: 'Nom' }, ['en'])).toEqual({ en: 'Nom', fr: 'Nom' });
    expect(toText('Name')).toEqual({ en: 'Name' });
  });
});

describe('a choice in a file', () => {
  const choices = [
    { value: 'o', label: 'Open' },
    { value: 'c', label: { en: 'Closed', de: 'Zu' } },
    { value: 'Zu' },
    { value: 'x', label: { en: 'Same', de: 'Gleich' } },
    { value: 'y', label: { en: 'Other', de: 'Same' } },
  ];

  it.each([
    ['o', 'o'],
    ['open', 'o'],
    ['CLOSED', 'c'],
    ['Zu', 'Zu'],
    ['zu', 'c'],
    ['gleich', 'x'],
    ['same', 'same'],
    ['nothing', 'nothing'],
  ])('%s means %s', (written, value) => {
    expect(readWrittenChoice(written, { choices })).toBe(value);
  });

  it('is a number if the choices are numbers', () => {
    const numbers = { choices: [1, { value: 2, label: 'Two' }] };

    expect(['1', ' 2 ', '3', 'two', '2.5'].map((one) => readWrittenChoice(one, numbers))).toEqual([
      1,
      2,
      3,
      2,
      '2.5',
    ]);
    expect(readWrittenChoice('1', { choices: ['1'] })).toBe('1');
  });
});

test.each([
  ['email', 'ada@192.168.0.1', false],
  ['email', 'ada@example.1org', true],
  ['email', `${'a'.repeat(64)}@example.org`, true],
  ['email', `ada@${'b'.repeat(63)}.org`, true],
  ['email', `ada@${'b'.repeat(64)}.org`, false],
  ['email', 'ada@example-.org', false],
] as const)('whether %s accepts %s: %s', (type, value, isValid) => {
  expect(fieldTypes[type].value({}).safeParse(value).success).toBe(isValid);
});

test.each([
  [0, 5, true],
  [0, 5.5, false],
  [2, 1e-7, false],
  [7, 1e-7, true],
  [9, 1.25e-7, true],
  [8, 1.25e-7, false],
  [0, 1.5e300, true],
])('whether a number of %i decimals accepts %d: %s', (decimals, value, isValid) => {
  const rule = fieldTypes.number.value({ integer: false, decimals });

  expect(rule.safeParse(value).success).toBe(isValid);
});

test('an input has a help text only if there is one', () => {
  const validate = () => undefined;
  const given = { source: 'a.b', label: 'B', validate, readOnly: false, field: {} as never };

  const props = { source: 'a.b', label: 'B', validate, size: 'small', fullWidth: true };
  expect(toInputProps(given)).toEqual({ ...props, helperText: false });
  expect(toInputProps({ ...given, helperText: 'x' })).toEqual({ ...props, helperText: 'x' });
});
