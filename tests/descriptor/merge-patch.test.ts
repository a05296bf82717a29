import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/descriptor/json-object.ts';
import { applyMergePatch, toMergePatch } from '../../src/descriptor/merge-patch.ts';

describe('a merge patch', () => {
  // RFC 7396, Appendix A.
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, result) => {
    expect(applyMergePatch(target, patch)).toEqual(result);
  });

  test.each([
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, {}],
    [{ a: 1, b: 2 }, { a: 3 }, { a: 3 }],
    [{ a: { x: 1, y: 2 } }, { a: { x: 1 } }, { a: { y: null } }],
    [{ a: { x: 1 } }, { a: null }, { a: null }],
    [{ a: [1] }, { a: [1, 2] }, { a: [1, 2] }],
    [{ a: null }, { a: { x: 1 } }, { a: { x: 1 } }],
  ])('of the edit from %j to %j is %j', (before, after, patch) => {
    expect(toMergePatch(before, after)).toEqual(patch);
  });

  test('makes of any record the edited one', () => {
    // Null inside of objects is what a merge patch cannot say.
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.string(),
        fc.array(fc.integer()),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    const record = fc.record({ x: value, y: value }) as fc.Arbitrary<JsonObject>;

    fc.assert(
      fc.property(record, record, (before, after) => {
        expect(applyMergePatch(before, toMergePatch(before, after))).toEqual(after);
      }),
    );
  });
});
