import { expect, test } from 'vitest';
import { applyMergePatch } from '../../../src/descriptor/merge-patch.ts';
import { toMergePatch } from '../../../src/admin/provider/merge-patch.ts';

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
  expect(withoutNulls(applyMergePatch(before, patch))).toEqual(
    withoutNulls({ ...before, ...after }),
  );
});

test('says that a null inside an object cannot be said by a merge patch', () => {
  const patch = toMergePatch({ a: { x: 1 } }, { a: { x: null } });

  expect(patch).toBeUndefined();
});

/** A field that is null is stored as one that is not there. */
function withoutNulls(record: unknown): unknown {
  return Object.fromEntries(
    Object.entries(record as object).filter(([, value]) => value !== null && value !== undefined),
  );
}
