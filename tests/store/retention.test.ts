import { expect, test } from 'vitest';
import { toBackupName } from '../../src/store/backup/archive.ts';
import { chooseKept } from '../../src/store/backup/retention.ts';

test('backups of the last day are kept, and the newest of each of the last days, weeks and months', () => {
  const hours = Array.from({ length: 400 * 4 }, (_, at) => at * 6);
  const end = Date.parse('2026-11-26T20:00:00Z');
  const names = hours.map((hour) => toBackupName(new Date(end - hour * 3_600_000)));

  const kept = [...chooseKept(names, { days: 3, weeks: 2, months: 3 })].toSorted().toReversed();

  expect(kept).toEqual([
    '20261126T200000Z',
    '20261126T140000Z',
    '20261126T080000Z',
    '20261126T020000Z',
    '20261125T200000Z',
    '20261124T200000Z',
    // The Sunday of the week before, and the last days of two months.
    '20261122T200000Z',
    '20261031T200000Z',
    '20260930T200000Z',
  ]);
});

test('the newest backup is kept, however old it is', () => {
  const names = ['20200101T000000Z', '20190101T000000Z'];

  expect([...chooseKept(names, { days: 1, weeks: 0, months: 0 })]).toEqual(['20200101T000000Z']);
});
