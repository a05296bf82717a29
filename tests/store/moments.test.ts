import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { momentKeys, parsePiece, segmentOf } from '../../src/store/backup/moment-keys.ts';
import { chooseBases } from '../../src/store/backup/moment-retention.ts';
import { listWindows, planMoment, type Base } from '../../src/store/backup/moments.ts';
import { DamagedBackup } from '../../src/store/backup/parts.ts';
import { readTar, writeTar, type TarEntry } from '../../src/store/backup/tar.ts';

const minute = (number: number): Date => new Date(Date.UTC(2026, 10, 27, 1, number));

function base(chain: string, start: bigint, ended: number): Base {
  const [endedAt, filesFrom] = [minute(ended), minute(ended - 1)];
  return { chain, name: `${chain}${ended}`, start, endedAt, filesFrom, bytes: 1 };
}

const piece = (chain: string, from: bigint, to: bigint, until?: number) => ({
  chain,
  from,
  to,
  ...(until !== undefined && { until: minute(until) }),
});

/** Chain A has a gap from 3 to 5 and a base on both sides; B begins later. */
const moments = {
  bases: [base('A', 15n, 1), base('A', 65n, 7), base('B', 15n, 20)],
  pieces: new Map([
    [
      'A',
      [
        piece('A', 10n, 20n, 1),
        piece('A', 20n, 28n),
        piece('A', 20n, 30n, 3),
        piece('A', 40n, 60n, 5),
        piece('A', 60n, 70n, 7),
        piece('A', 70n, 80n, 9),
      ],
    ],
    ['B', [piece('B', 10n, 30n, 22)]],
  ]),
  unfinished: [],
};

test('moments are those between a base and the end of its log', () => {
  expect(listWindows(moments)).toEqual([
    { from: minute(1), to: minute(3) },
    { from: minute(7), to: minute(9) },
    { from: minute(20), to: minute(22) },
  ]);
});

test.each([
  [2, 'A1', [20n, 28n, 30n]],
  [8, 'A7', [70n, 80n]],
  [21, 'B20', [30n]],
])('minute %i comes from the newest base before it', (at, name, ends) => {
  const plan = planMoment(moments, minute(at));

  expect(plan).toMatchObject({ base: { name } });
  expect('pieces' in plan && plan.pieces.map(({ to }) => to)).toEqual(ends);
});

test.each([
  [0, undefined],
  [3, { after: minute(3), before: minute(5) }],
  [4, { after: minute(3), before: minute(5) }],
  [22, undefined],
])('minute %i cannot be restored, and a gap is named', (at, gap) => {
  const plan = planMoment(moments, minute(at));

  expect(plan).not.toHaveProperty('base');
  expect('windows' in plan && plan.gap).toEqual(gap);
});

test.each([
  ['no copy', [], [], undefined],
  ['a copy that is being made', [], ['bases/A/A1/part'], 'unfinished'],
  ['a copy whose log has not arrived', [base('A', 10n, 1)], [], minute(1)],
])('without a moment to restore, %s is reported', (_, bases, unfinished, firstCopy) => {
  const plan = planMoment({ bases, pieces: new Map(), unfinished }, minute(9));

  expect(plan).toEqual({ windows: [], ...(firstCopy && { firstCopy }) });
});

test.each([
  [0, [10]],
  [1, [10, 9]],
  [3, [10, 9, 8, 5]],
  [99, [10, 9, 8, 5, 1]],
])('every moment of the last %i days keeps the bases that it needs', (days, kept) => {
  const onDay = (day: number): Base => ({
    ...base('A', 1n, 0),
    name: String(day),
    endedAt: new Date(Date.UTC(2026, 0, day)),
  });

  const chosen = chooseBases([1, 5, 8, 9, 10].map(onDay), days);

  expect(chosen.map(({ name }) => Number(name))).toEqual(kept);
});

test.each([[piece('A-1', 1n, 2n ** 40n)], [piece('A-1', 0n, 5n, 7)]])(
  'a key identifies its piece: %o',
  (each) => {
    expect(parsePiece(momentKeys.piece(each))).toEqual(each);
  },
);

test('a position belongs to the file that PostgreSQL names', () => {
  expect(segmentOf(0x1_0500_0001n, 2, 2 ** 24)).toBe('000000020000000100000005');
});

async function* listEntries(): AsyncGenerator<TarEntry> {
  yield { path: 'base', folder: true };
  yield { path: 'base/empty', size: 0, bytes: Readable.from([]) };
  yield { path: 'base/cut', size: 700, bytes: Readable.from([Buffer.alloc(100, 'c')]) };
  yield { path: 'base/grown', size: 3, bytes: Readable.from([Buffer.from('grown')]) };
  yield { path: 'base/block', size: 512, bytes: Readable.from([Buffer.alloc(512, 'b')]) };
}

test('a tar has files of the size that they had, whatever happens to them', async () => {
  const written = await buffer(writeTar(listEntries()));
  const pieces = Array.from({ length: Math.ceil(written.length / 77) }, (_, at) =>
    written.subarray(at * 77, at * 77 + 77),
  );

  const found: Record<string, string | number> = {};
  for await (const entry of readTar(Readable.from(pieces)))
    found[entry.path] = 'folder' in entry ? 'folder' : (await buffer(entry.bytes)).toString();

  expect(found).toEqual({
    base: 'folder',
    'base/empty': '',
    'base/cut': 'c'.repeat(100) + '\0'.repeat(600),
    'base/grown': 'gro',
    'base/block': 'b'.repeat(512),
  });
});

test.each([
  ['ends early', (bytes: Buffer) => bytes.subarray(0, 1_600)],
  ['is damaged', (bytes: Buffer) => bytes.fill('x', 3, 4)],
])('a tar that %s is refused', async (_, damage) => {
  const written = damage(await buffer(writeTar(listEntries())));

  const reading = async (): Promise<void> => {
    for await (const entry of readTar(Readable.from([written])))
      if (!('folder' in entry)) await buffer(entry.bytes);
  };

  await expect(reading()).rejects.toThrow(DamagedBackup);
});
