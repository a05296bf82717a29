import { expect, test } from 'vitest';
import { checkField } from '../../src/descriptor/field-check.ts';
import { toField } from '../../src/fields/type/to-field.ts';
import { text } from '../../src/fields/types/text/text.ts';

test.each([
  ['a\nb', {}, 'a b', 'V094'],
  ['a \r\n\r\n b', {}, 'a b', 'V094'],
  ['a\rb', { maxLength: 3 }, 'a b', 'V094'],
  ['a\nb', { pattern: '^a b$' }, 'a b', 'V094'],
  ['a\n', {}, 'a', undefined],
  ['a\tb', {}, 'a\tb', undefined],
  ['a\nb', { multiline: true }, 'a\nb', undefined],
  ['a\nb', { trim: false }, 'a\nb', undefined],
])(
  '%j in a text with %j is stored as %j, with the warning %s',
  (written, settings, value, code) => {
    const field = toField(text, 'journal', { type: 'text', ...settings });

    const checked = checkField(field, written);

    expect(checked).toMatchObject({ value });
    expect('warning' in checked ? checked.warning?.code : undefined).toBe(code);
  },
);
