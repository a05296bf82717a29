import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';
import { loansDescriptor } from '../support/loans.ts';

let api: TestApi;
beforeAll(async () => {
  const descriptor = loansDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate loans cascade');
});

const create = (body: object, as = 'staff') => api.call('POST', '/api/loans', { as, body });

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
  test('are each held to the rules by a bulk update', async () => {
    const room = await created({ code: 'a', kind: 'room', since: '2024-01-01' });
    const book = await created({ code: 'b', kind: 'book', title: 'Emma', since: '2024-01-01' });

    const { json } = await api.call('POST', '/api/loans/bulk', {
      as: 'staff',
      body: { action: 'update', ids: [room._id, book._id], data: { seats: 3 } },
    });

    expect(json).toMatchObject({ updated: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ _id: book._id, code: 'V026', path: 'seats' }]);
  });

  test('are each held to them by an import, new and old', async () => {
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

describe('a question with a token', () => {
  test('is asked anew by everybody', async () => {
    await created({ code: 'a' }, 'staff');
    await created({ code: 'b' }, 'admin');
    await created({ code: 'c' }, 'admin');
    const ask = async (as: string) =>
      (await api.call('GET', '/api/loans?owner=$user&since=$today', { as })).json.total;

    expect([await ask('staff'), await ask('admin'), await ask('staff')]).toEqual([1, 2, 1]);
  });

  test('may compare fields in where, and is refused where it makes no sense', async () => {
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
    expect(problemsOf(hidden)).toEqual([403, 'where.code.$field A007']);
    expect(problemsOf(odd)).toEqual([400, 'where.since.$field Q004']);
  });
});
