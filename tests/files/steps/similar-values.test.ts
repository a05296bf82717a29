import { describe, expect, test } from 'vitest';
import { countEdits } from '../../../src/fields/text/count-edits.ts';
import { scoreText } from '../../../src/files/steps/score-text.ts';
import {
  fingerprint,
  groupValues,
  type Grouping,
} from '../../../src/files/steps/similar-values.ts';

async function groups(values: readonly string[], grouping: Grouping): Promise<string[][]> {
  const counted = values.map((value, at) => ({ value, count: values.length - at }));
  const found = await groupValues(counted, grouping);
  return found.map((group) => group.values.map(({ value }) => value));
}

describe('the fingerprint of a text', () => {
  test.each([
    ['Müller, Anna', 'anna muller'],
    ['ANNA  Muller.', 'anna muller'],
    ['the the end', 'end the'],
    ['β‑Ionön', 'beta ionon'],
    ['1 000', '1000'],
    ['-5', '-5'],
    ['50–00–0', '50-00-0'],
    ['—', undefined],
    ['', undefined],
  ])('of %s is %s', (text, expected) => {
    expect(fingerprint(text)).toBe(expected);
  });
});

describe('values with typos', () => {
  test.each([
    ['a letter too many', 'Winterthur', 'Winterrthur'],
    ['a letter missing', 'Winterthur', 'Wintethur'],
    ['another letter', 'Winterthur', 'Wintorthur'],
    ['two letters exchanged', 'Winterthur', 'Wintertuhr'],
    ['two typos', 'polyethylene', 'poliethylen'],
    ['two typos in ten letters', 'Winterthur', 'Wintarthar'],
    ['other blanks', 'poly ethylene', 'Polyethylene'],
    ['a typo in five letters', 'Basel', 'Bassel'],
  ])('are one group: %s', async (_what, one, other) => {
    expect(await groups([one, other], 'nearest')).toEqual([[one, other]]);
  });

  test.each([
    ['other digits', 'PE 100', 'PE 101'],
    ['another single letter', 'Bisphenol A', 'Bisphenol S'],
    ['few letters', 'Bern', 'Berg'],
    ['numbers', '12345', '12346'],
    ['two typos in nine letters', 'Solothurn', 'Solatharn'],
    ['three typos', 'polyethylene', 'poliethilin'],
  ])('are two things: %s', async (_what, one, other) => {
    expect(await groups([one, other], 'nearest')).toEqual([]);
  });

  test('belong to the most frequent one, not to each other in a chain', async () => {
    const found = await groups(['aaaaaaaaaaaa', 'aaaaaaaaaabb', 'aaaaaaaabbbb'], 'nearest');

    expect(found).toEqual([['aaaaaaaaaaaa', 'aaaaaaaaaabb']]);
  });

  test('are found as by comparing all pairs', async () => {
    const letters = (seed: number, length: number) =>
      Array.from({ length }, (_, at) => 'abc'[(seed * 7 + at * at * seed + (seed >> at)) % 3]).join(
        '',
      );
    for (let seed = 1; seed < 400; seed++) {
      const one = letters(seed, 5 + (seed % 9));
      const at = seed % one.length;
      const others = [
        one.slice(0, at) + 'd' + one.slice(at),
        one.slice(0, at) + one.slice(at + 1),
        one.slice(0, at) + 'd' + one.slice(at + 1),
      ];
      for (const other of others) {
        const most = Math.min(one.length, other.length) < 10 ? 1 : 2;
        const isNear = Math.min(one.length, other.length) >= 5 && countEdits(one, other) <= most;
        const found = await groups([one, other], 'nearest');
        expect([one, other, found.length]).toEqual([one, other, isNear ? 1 : 0]);
      }
    }
  });

  test('can be names of JavaScript properties', async () => {
    expect(await groups(['constructor', '__proto__', 'constructer'], 'nearest')).toEqual([
      ['constructor', 'constructer'],
    ]);
  });
});

describe('the score of two texts', () => {
  test.each([
    ['Bisphenol-a', 'bisphenol A', 100, 'spelling'],
    ['A Bisphenol', 'bisphenol A', 95, 'similar'],
    ['Bisphenol S', 'bisphenol A', 80, 'similar'],
    ['80-05-8', '80-05-7', 79, 'similar'],
    ['', 'a', 0, 'similar'],
    ['abcd', 'wxyz', 0, 'similar'],
  ])('%s and %s: %i', (one, other, score, reason) => {
    expect(scoreText(one, other)).toEqual({ score, reason });
  });
});
