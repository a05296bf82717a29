import { expect, test } from 'vitest';
import { borrowMemory, giveBack } from '../../src/store/memory/free-memory.ts';

test('memory that is given back is lent again, once', () => {
  const first = borrowMemory();
  giveBack(first.subarray(10));
  giveBack(first);

  const [second, third] = [borrowMemory(), borrowMemory()];

  expect(second.buffer).toBe(first.buffer);
  expect(third.buffer).not.toBe(first.buffer);
});

test('memory of others is never lent', () => {
  const theirs = Buffer.from(new ArrayBuffer(65_536));
  giveBack(theirs);

  expect(borrowMemory().buffer).not.toBe(theirs.buffer);
});
