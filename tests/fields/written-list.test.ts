import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readList, splitNames, writeList } from '../../src/fields/text/written-list.ts';

describe('many texts in one cell', () => {
  it('survive a round trip, whatever they contain', () => {
    const member = fc
      .string({ unit: fc.constantFrom('a', '|', '\\', ' ', ',', 'ü', '🧪') })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(fc.array(member), (members) => {
        expect(readList(writeList(members))).toEqual(members);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are written in a readable form', () => {
    expect(writeList(['Phthalates', 'a|b'])).toBe('Phthalates | a\\|b');
  });
});

describe('the names in a text', () => {
  const records = ['108-38-3', '106-42-3', '108-38-3, 106-42-3', 'A; B', 'A', 'C, D', 'a|b'];

  it.each([
    ['108-38-3, 106-42-3', ['108-38-3, 106-42-3']],
    ['106-42-3, 108-38-3', ['106-42-3', '108-38-3']],
    ['106-42-3, unknown', ['106-42-3, unknown']],
    ['1,2-Benzenedicarboxylic acid', ['1,2-Benzenedicarboxylic acid']],
    ['A; B', ['A; B']],
    ['A; C, D', ['A', 'C, D']],
    ['A; unknown', ['A', 'unknown']],
    ['C, D | A', ['C, D', 'A']],
    ['C, D | unknown', ['C, D', 'unknown']],
    ['a\\|b', ['a|b']],
    [' A ', ['A']],
    ['|', ['|']],
    ['', []],
  ])('%j are %j', (text, names) => {
    expect(splitNames(text, (name) => records.includes(name))).toEqual(names);
  });
});
