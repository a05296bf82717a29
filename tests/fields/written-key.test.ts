import { describe, expect, test } from 'vitest';
import { readKey, writeKey } from '../../src/fields/text/written-key.ts';

describe('the key of a record in a cell', () => {
  test.each([
    [['GC', '80-05-7'], 'GC / 80-05-7'],
    [['m/p-Xylene', '7'], 'm/p-Xylene / 7'],
    [['in / out', '7'], '"in / out" / 7'],
    [['"', '/'], '"""" / "/"'],
    [['a "b"', 'c'], 'a "b" / c'],
  ])('of %j is %s', (parts, text) => {
    expect(writeKey(parts)).toBe(text);
  });

  test('of one part is its text, whatever it contains', () => {
    expect(writeKey(['"in / out'])).toBe('"in / out');
    expect(readKey('"in / out', 1)).toEqual(['"in / out']);
  });

  test('is read as it was written, whatever its parts contain', () => {
    const parts = [
      'a',
      'a / b',
      '"x"',
      'x"',
      '/',
      'a /',
      '/ b',
      ' a',
      'a ',
      '"',
      'a\n/ b',
      'a" / "b',
    ];
    const pairs = parts.flatMap((one) => parts.map((other) => [one, other]));

    expect(pairs.map((pair) => readKey(writeKey(pair), 2))).toEqual(pairs);
    // A key inside a key is one part of it.
    expect(pairs.map((pair) => readKey(writeKey([writeKey(pair), '1']), 2)?.[0])).toEqual(
      pairs.map(writeKey),
    );
  });

  test.each(['a', 'a/b', 'a / ', ' / b', 'a / b / c', '"a / b', ''])(
    'is not what %j says',
    (text) => {
      expect(readKey(text, 2)).toBeUndefined();
    },
  );

  test('may have more spaces around its parts', () => {
    expect(readKey('  a   /  b ', 2)).toEqual(['a', 'b']);
  });

  test('is read in one pass, however long the text is', () => {
    const texts = ['a '.repeat(50_000) + '"', '/ '.repeat(50_000), '"" '.repeat(50_000)];

    expect(texts.map((text) => readKey(text, 2))).toEqual([undefined, undefined, undefined]);
  });
});
