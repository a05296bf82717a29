import { expect, test } from 'vitest';
import { detectFormat } from '../../../src/files/formats/file-scan.ts';
import type { Problem } from '../../../src/fields/problems/problem.ts';
import { problemWords } from '../../../src/fields/problems/problem-words.ts';
import { toProblemText } from '../../../src/fields/problems/problem-text.ts';

test.each([
  ['en', 'is a picture; save it as XLSX or CSV'],
  ['de', 'ist ein Bild; speichern Sie sie als XLSX oder CSV'],
] as const)('a file that is not a table is named by its format: %s', (language, text) => {
  const found = detectFormat(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'x.csv') as Problem;

  expect(toProblemText(found, problemWords[language])).toBe(text);
});
