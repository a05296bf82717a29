import { expect, test } from 'vitest';
import { decodeText } from '../../../src/admin/viewer/text/decode-text.ts';
import { MAX_PREVIEW_ROWS, readTable } from '../../../src/admin/viewer/text/read-table.ts';

test.each([
  ['UTF-8', Buffer.from('Größe\n'), 'Größe\n'],
  ['a byte order mark', Buffer.from('\u{FEFF}Größe'), 'Größe'],
  ['UTF-16', Buffer.from('\u{FEFF}Größe', 'utf16le'), 'Größe'],
  ['one byte per character', Buffer.from('Größe über alles', 'latin1'), 'Größe über alles'],
])('reads a text with %s', (_, bytes, text) => {
  expect(decodeText(bytes, false)).toBe(text);
});

test('reads only whole lines and characters of a text that is cut', () => {
  expect(decodeText(Buffer.from('one\ntwo\nthr'), true)).toBe('one\ntwo\n');
  expect(decodeText(Buffer.from('Größe').subarray(0, 3), true)).toBe('Gr');
});

test('reads a table with the separator that all its lines share', () => {
  const text = 'Name;Amount\n"a;b";1,5\n5" pipe;2,5;more\n\n';

  expect(readTable(text)).toEqual([
    ['Name', 'Amount'],
    ['a;b', '1,5'],
    ['5" pipe', '2,5', 'more'],
  ]);
});

test('reads no more rows than the preview shows', () => {
  expect(readTable('a,b\n'.repeat(5_000))).toHaveLength(MAX_PREVIEW_ROWS + 1);
});
