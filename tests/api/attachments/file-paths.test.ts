import { describe, expect, test } from 'vitest';
import { createFilePaths } from '../../../src/services/export/write-zip.ts';

describe('the paths of files in an export', () => {
  test.each([
    ['SRC-1', 'study.pdf', 'files/f/SRC-1/study.pdf'],
    ['..', '../../etc/passwd', 'files/f/file/passwd'],
    ['a\\b:c', 'x?.pdf', 'files/f/a_b_c/x_.pdf'],
    ['nul', 'aux.txt', 'files/f/_nul/_aux.txt'],
    ['end. ', '.hidden', 'files/f/end/hidden'],
    [
      'k'.repeat(100),
      `${'ä'.repeat(100)}.jpeg`,
      `files/f/${'k'.repeat(60)}/${'ä'.repeat(57)}.jpeg`,
    ],
  ])('are safe on every system: %s, %s', (key, name, path) => {
    expect(createFilePaths()('f', key, name)).toBe(path);
  });

  test('are unique, regardless of case', () => {
    const pathOf = createFilePaths();
    const names = ['a.png', 'A.png', 'a (2).png', 'a'];
    expect(names.map((name) => pathOf('f', 'k', name))).toEqual([
      'files/f/k/a.png',
      'files/f/k/A (2).png',
      'files/f/k/a (2) (2).png',
      'files/f/k/a',
    ]);
  });

  test('are numbered for thousands of the same name', () => {
    const pathOf = createFilePaths();
    const paths = Array.from({ length: 50_000 }, () => pathOf('f', 'k', 'a.png'));
    expect(paths.at(-1)).toBe('files/f/k/a (50000).png');
  });
});
