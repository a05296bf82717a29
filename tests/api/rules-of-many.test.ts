import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { openTestApi } from '../support/api.ts';
import { problemWords } from '../../src/fields/problems/problem-words.ts';
import { toProblemText } from '../../src/fields/problems/problem-text.ts';
import { sendImport, summary } from '../support/exchange.ts';
import { loansDescriptor } from '../support/loans.ts';

const descriptor = loansDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate loans cascade');
});

const create = (body: object, as = 'staff') => api.call('POST', '/api/loans', { as, body });

const patch = (id: string, body: object) =>
  api.call('PATCH', `/api/loans/${id}`, { as: 'staff', body, headers: { 'If-Match': '*' } });

async function created(body: object, as = 'admin'): Promise<any> {
  const { status, json } = await create(body, as);
  expect(json.problems).toBeUndefined();
  expect(status).toBe(201);
  return json;
}

const problemsOf = ({ status, json }: { status: number; json: any }) => [
  status,
  ...(json.problems ?? []).map(
    ({ code, path }: { code: string; path: string }) => `${path} ${code}`,
  ),
];

describe('many records at once', () => {
  test('each meet the rules in a bulk update', async () => {
    const room = await created({ code: 'a', kind: 'room', since: '2024-01-01' });
    const book = await created({ code: 'b', kind: 'book', title: 'Emma', since: '2024-01-01' });

    const { json } = await api.call('POST', '/api/loans/bulk', {
      as: 'staff',
      body: { action: 'update', ids: [room._id, book._id], data: { seats: 3 } },
    });

    expect(json).toMatchObject({ updated: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ _id: book._id, code: 'V026', path: 'seats' }]);
  });

  test('each meet them in an import, new and existing', async () => {
    await created({ code: 'old', kind: 'room', room: 'A1', seats: 3 });
    const rows = [
      { code: 'new', kind: 'book', title: 'Emma' },
      { code: 'bad', kind: 'other', title: 'Emma' },
      { code: 'late', since: '2024-02-01', until: '2024-01-01' },
      { code: 'old', kind: 'other' },
      { code: 'mine' },
    ];

    const { json } = await sendImport(api, '/api/loans', rows, {
      as: 'staff',
      parts: { mode: 'upsert' },
    });

    expect(json).toEqual(
      summary({
        total: 5,
        created: 2,
        failed: 3,
        problems: [
          expect.objectContaining({ row: 2, path: 'title', code: 'V026' }),
          expect.objectContaining({ row: 3, path: 'until', code: 'V027' }),
          expect.objectContaining({ row: 3, path: 'since', code: 'V027' }),
          expect.objectContaining({ row: 4, path: 'room', code: 'V026' }),
          expect.objectContaining({ row: 4, path: 'seats', code: 'V026' }),
        ],
      }),
    );
    const { json: list } = await api.call('GET', '/api/loans?code=mine&owner=$user', {
      as: 'staff',
    });
    expect(list.total).toBe(1);
  });
});

describe('a query with a token', () => {
  test('depends on the caller', async () => {
    await created({ code: 'a' }, 'staff');
    await created({ code: 'b' }, 'admin');
    await created({ code: 'c' }, 'admin');
    const ask = async (as: string) =>
      (await api.call('GET', '/api/loans?owner=$user&since=$today', { as })).json.total;

    expect([await ask('staff'), await ask('admin'), await ask('staff')]).toEqual([1, 2, 1]);
  });

  test('can compare fields in where, and is refused if it makes no sense', async () => {
    await created({ code: 'a', since: '2024-01-01', until: '2024-01-01' });
    await created({ code: 'b', since: '2024-01-01', until: '2024-01-02' });
    const ask = (where: object) =>
      api.call('GET', `/api/loans?where=${encodeURIComponent(JSON.stringify(where))}`, {
        as: 'staff',
      });

    const same = await ask({ since: { $field: 'until' } });
    const hidden = await ask({ code: { $field: 'secret' } });
    const odd = await ask({ since: { $field: 'code' } });

    expect(same.json.data.map(({ code }: { code: string }) => code)).toEqual(['a']);
    expect(problemsOf(hidden)).toEqual([400, 'where.code.$field Q002']);
    expect(problemsOf(odd)).toEqual([400, 'where.since.$field Q004']);
  });
});

describe('values that are unique together', () => {
  const hall = { kind: 'room', room: 'hall', since: '2024-01-01' };
  const at = ['kind', 'room', 'since'];

  test('are a duplicate at each of their fields', async () => {
    await created({ code: 'a', ...hall });
    const { _id } = await created({ code: 'b', ...hall, since: '2024-01-02' });

    const again = await create({ code: 'c', ...hall });
    const moved = await patch(_id, { since: '2024-01-01' });

    const all = at.map((path) => `${path} 11000`);
    expect(problemsOf(again)).toEqual([409, ...all]);
    expect(problemsOf(moved)).toEqual([409, ...all]);
    const [first] = again.json.problems;
    const inEnglish = 'is already used by another record together with room, since';
    expect([first.message, toProblemText(first, problemWords.en)]).toEqual([inEnglish, inEnglish]);
    expect(toProblemText(first, problemWords.de)).toBe(
      'wird bereits von einem anderen Datensatz verwendet (zusammen mit room, since)',
    );
  });

  test('do not count where one of them is empty', async () => {
    await created({ code: 'a', ...hall, room: null });

    const other = await create({ code: 'b', ...hall, room: null });

    expect(other.status).toBe(201);
  });

  test.each<Record<string, string>>([{ dryRun: 'true' }, {}])(
    'are counted by an import: %j',
    async (parts) => {
      await created({ code: 'old', ...hall });
      const rows = [
        { code: 'same', ...hall },
        { code: 'other', ...hall, room: 'A1' },
        { code: 'twice', ...hall, room: 'A1' },
        { code: 'old', since: '2025-01-01' },
        { code: 'freed', ...hall },
        { code: 'other', room: 'hall', since: '2025-01-01' },
      ];

      const { json } = await sendImport(api, '/api/loans', rows, {
        parts: { mode: 'upsert', ...parts },
      });

      const failed = json.problems.map(({ row, path, code }: any) => `${row} ${path} ${code}`);
      expect(json).toMatchObject({ total: 6, created: 2, updated: 1, failed: 3, duplicates: 3 });
      expect(failed).toEqual([1, 3, 6].flatMap((row) => at.map((path) => `${row} ${path} 11000`)));
    },
  );

  test('can only be declared if the records comply', async () => {
    await created({ code: 'a', ...hall });
    await created({ code: 'b', ...hall, since: '2024-01-02' });
    await api.database.query('drop index "loans.kind+room+since.unique"');
    await api.database.query(`update loans set since = '2024-01-01'`);
    await api.database.query('delete from backoffice.descriptor');

    const { refused } = await applyAdditive(api.database, loansDescriptor());

    expect(refused.map(({ summary }) => summary.sentence)).toMatchObject([
      expect.stringMatching(/kind\+room\+since unique: 2 records/),
    ]);
  });
});
