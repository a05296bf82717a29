import { expect, test } from 'vitest';
import { sortByValue } from '../../src/installation/masters/value-order.ts';

const nothing = { detected: true, value: null, valueMin: null, valueMax: null };
const measured = [
  { ...nothing, _id: 'none' },
  { ...nothing, _id: '15', value: 15 },
  { ...nothing, _id: '10–20', valueMin: 10, valueMax: 20 },
  { ...nothing, _id: '<5', valueMax: 5 },
  { ...nothing, _id: '>30', valueMin: 30 },
  { ...nothing, _id: 'not detected', detected: false, value: 100 },
  { ...nothing, _id: '0', value: 0 },
];

test.each([
  ['highest', ['>30', '10–20', '15', '<5', '0', 'none', 'not detected']],
  ['lowest', ['0', '<5', '10–20', '15', '>30', 'none', 'not detected']],
] as const)('the %s value is first, also as the end of a range', (order, ids) => {
  expect(sortByValue(measured, order).map(({ _id }) => _id)).toEqual(ids);
});
