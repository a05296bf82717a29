import { expect, test } from 'vitest';
import { newId } from '../../src/store/records/new-id.ts';

test('ids of one millisecond rise in the order they are made', () => {
  const ids = Array.from({ length: 1000 }, () => newId(1_795_000_000_000));

  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.filter((id) => !uuid7.test(id))).toEqual([]);
});

test('ids rise when there are more than a millisecond has room for, and when the clock goes back', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(1_895_000_000_000));

  const later = newId(1_894_999_999_990);

  expect([...ids, later].toSorted()).toEqual([...ids, later]);
});
