import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readList, writeList } from '../../src/fields/written-list.ts';

describe('many texts in one cell', () => {
  it('come back as they were, whatever they hold', () => {
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

  it('are written so that people can read them', () => {
    expect(writeList(['Phthalates', 'a|b'])).toBe('Phthalates | a\\|b');
  });
});
