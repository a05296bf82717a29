import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/store/records/sql/new-id.ts';

const clock = vi.spyOn(Date, 'now');

afterEach(() => void clock.mockReset());

function make(count: number, at: number): string[] {
  clock.mockReturnValue(at);
  return Array.from({ length: count }, () => newId());
}

test('_ids of one millisecond increase in the order of creation', () => {
  const ids = make(1000, 1_895_000_000_000);

  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.filter((id) => !uuid7.test(id))).toEqual([]);
});

test('_ids increase when a millisecond has too many, and when the clock goes back', () => {
  const ids = [...make(10_000, 1_896_000_000_000), ...make(1, 1_895_999_999_990)];

  expect(ids.toSorted()).toEqual(ids);
});

test('an _id starts with the time, even for a row of a file', () => {
  clock.mockReturnValue(1_897_000_000_000);
  const makeFor: (row: number) => string = newId;

  expect(Number(`0x${makeFor(2).replaceAll('-', '').slice(0, 12)}`)).toBe(1_897_000_000_000);
});
