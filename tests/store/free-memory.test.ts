import { expect, test } from 'vitest';
import { borrowMemory, returnMemory } from '../../src/store/memory/free-memory.ts';

test('returned memory is reused, once', () => {
  const first = borrowMemory();
  returnMemory(first.subarray(10));
  returnMemory(first);

  const [second, third] = [borrowMemory(), borrowMemory()];

  expect(second.buffer).toBe(first.buffer);
  expect(third.buffer).not.toBe(first.buffer);
});

test('memory of others is never reused', () => {
  const theirs = Buffer.from(new ArrayBuffer(65_536));
  returnMemory(theirs);

  expect(borrowMemory().buffer).not.toBe(theirs.buffer);
});
