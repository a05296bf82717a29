import { describe, expect, test } from 'vitest';
import { applyMergePatch, isExact, toMergePatch } from '../../src/descriptor/merge-patch.ts';

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
});

test.each([
  ['nothing', { a: 1 }, { a: 1 }, {}],
  ['a changed field', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ['a cleared field', { a: 1 }, { a: null }, { a: null }],
  ['no field that was empty and stays so', { a: null }, { a: undefined }, {}],
  ['a list whole', { a: [1, 2] }, { a: [1] }, { a: [1] }],
  [
    'only what changed inside an object',
    { a: { x: 1, y: 2 } },
    { a: { x: 1, y: 3 } },
    { a: { y: 3 } },
  ],
  ['what is gone from an object', { a: { x: 1, y: 2 } }, { a: { x: 1 } }, { a: { y: null } }],
  ['an object in place of nothing', { a: null }, { a: { x: 1 } }, { a: { x: 1 } }],
  [
    'nothing where only the order of keys differs',
    { a: { x: 1, y: 2 } },
    { a: { y: 2, x: 1 } },
    {},
  ],
])('sends %s', (_, before, after, expected) => {
  const patch = toMergePatch(before, after);

  expect(patch).toEqual(expected);
  expect(isExact(patch, before, after)).toBe(true);
  expect(withoutNulls(applyMergePatch(before, patch))).toEqual(
    withoutNulls({ ...before, ...after }),
  );
});

test.each([
  [{ a: { x: 1 } }, { a: { x: null } }, false],
  [{ a: {} }, { a: { x: null } }, false],
  [{ a: { x: { y: 1 } } }, { a: { x: { y: null } } }, false],
  [{ a: { x: 1 } }, { a: {} }, true],
  [{ a: { x: 1 } }, { a: null }, true],
])('from %j to %j is possible: %s', (before, after, expected) => {
  expect(isExact(toMergePatch(before, after), before, after)).toBe(expected);
});

/** A field that is null is stored as one that is not there. */
function withoutNulls(record: unknown): unknown {
  return Object.fromEntries(
    Object.entries(record as object).filter(([, value]) => value !== null && value !== undefined),
  );
}
