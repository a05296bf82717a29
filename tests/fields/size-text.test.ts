import { expect, test } from 'vitest';
import { problem } from '../../src/fields/problems/problem.ts';
import { toProblemText } from '../../src/fields/problems/problem-text.ts';
import { sizeParams } from '../../src/fields/problems/size-params.ts';
import { toSizeText } from '../../src/fields/problems/size-text.ts';

test.each([
  [0, '0 bytes', '0 Byte'],
  [1, '1 byte', '1 Byte'],
  [957, '957 bytes', '957 Byte'],
  [1_000, '1 kB', '1 kB'],
  [14_900_000, '14.9 MB', '14,9 MB'],
  [2_000_000_000_000, '2 TB', '2 TB'],
])('%i bytes are %j and in German %j', (bytes, english, german) => {
  const both = ['en', 'de'].map((language) => toSizeText(bytes, language).replace('\u00A0', ' '));
  expect(both).toEqual([english, german]);
});

test('a problem has a size in the format of the language', () => {
  const found = problem('V065', 'document', sizeParams(1_500_000));
  const words = { language: 'de', problems: { V065: 'ist größer als {size}' }, expected: {} };

  expect(found.message).toMatch(/^is larger than 1\.5.MB$/);
  expect(toProblemText(found, words)).toMatch(/^ist größer als 1,5.MB$/);
});
