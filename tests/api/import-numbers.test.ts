import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { numberedShop } from '../support/numbered-shop.ts';

const descriptor = numberedShop();
const shop = await openTestApi({ descriptor: () => descriptor });
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.database.query('truncate orders, invoices, lines cascade');
  await shop.database.query('delete from backoffice.sequences');
});

const send = (rows: readonly unknown[], as: string, parts: Record<string, string> = {}) =>
  sendImport(shop, '/api/orders', rows, { as, parts });

async function orders(): Promise<string[]> {
  const { rows } = await shop.database.query<{ text: string }>(
    `select concat(number, ' ', name) as text from orders order by number`,
  );
  return rows.map(({ text }) => text);
}

describe('a file with record numbers', () => {
  test('sets them for roles with all rights, and counts on after the highest', async () => {
    const rows = [
      { number: 'O-00007', name: 'a' },
      { number: 'old 3', name: 'b' },
      { number: '', name: 'c' },
    ];
    const { json } = await send(rows, 'admin', { mode: 'upsert' });
    const next = await shop.call('POST', '/api/orders', { as: 'staff', body: { name: 'd' } });

    expect(json).toMatchObject({ created: 3, failed: 0 });
    expect(next.json.number).toBe('O-00009');
    expect(await orders()).toEqual(['O-00007 a', 'O-00008 c', 'O-00009 d', 'old 3 b']);
  });

  test('sets numbers of other years, and of restored records', async () => {
    const year = String(new Date().getUTCFullYear());
    const rows = [{ number: '2019-0041' }, { number: `${year}-0003` }, {}];
    const { json } = await sendImport(shop, '/api/invoices', rows, { as: 'admin' });
    await shop.database.query(
      `insert into invoices (_id, "createdAt") values ('old', '2019-02-01Z')`,
    );

    const { rows: found } = await shop.database.query<{ number: string }>(
      'select number from invoices order by number',
    );
    expect(json).toMatchObject({ created: 3, failed: 0 });
    expect(found.map(({ number }) => number)).toEqual([
      '2019-0041',
      '2019-0042',
      `${year}-0003`,
      `${year}-0004`,
    ]);
  });

  test('assigns new numbers for other roles', async () => {
    const { json } = await send([{ number: 'O-00700', name: 'a' }], 'staff', {
      mode: 'create',
      key: 'name',
    });

    expect(json).toMatchObject({ created: 1 });
    expect(await orders()).toEqual(['O-00001 a']);
  });

  test('refuses an unknown number if it is the key', async () => {
    const rows = [{ number: 'O-00700', name: 'a' }, { name: 'b' }];
    const { json } = await send(rows, 'staff', { mode: 'upsert' });

    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 1, path: 'number', code: 'V060' }]);
  });

  test('finds the record by its number, and never changes the number', async () => {
    await send([{ name: 'a' }, { name: 'b' }], 'staff', { mode: 'create', key: 'name' });

    const changed = await send([{ number: 'O-00001', name: 'A' }], 'staff', { mode: 'upsert' });
    const refused = await send([{ number: 'O-00009', name: 'b' }], 'admin', {
      mode: 'upsert',
      key: 'name',
    });
    const empty = await send([{ number: null, name: 'b' }], 'staff', {
      mode: 'upsert',
      key: 'name',
    });

    expect(changed.json).toMatchObject({ updated: 1, failed: 0 });
    expect(refused.json.problems).toMatchObject([{ path: 'number', code: 'V010' }]);
    expect(empty.json).toMatchObject({ unchanged: 1, failed: 0 });
    expect(await orders()).toEqual(['O-00001 A', 'O-00002 b']);
  });

  test.each(['csv', 'json', 'xlsx'])('can be imported from an export as %s', async (format) => {
    await send([{ name: 'a' }, { name: 'b' }], 'staff', { mode: 'create', key: 'name' });

    const file = await fetchExport(shop, `/api/orders/export?format=${format}`);
    const same = await sendImport(shop, '/api/orders', file.bytes, {
      name: `orders.${format}`,
      parts: { mode: 'upsert' },
    });

    expect(same.json).toMatchObject({ total: 2, unchanged: 2, failed: 0 });
  });

  test('of a thousand rows needs few statements, and leaves no gap for failed rows', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      name: `n${at - (at % 100 === 99 ? 1 : 0)}`,
    }));
    const { json } = await sendImport(shop, '/api/invoices', rows, { as: 'staff' });

    const { rows: found } = await shop.database.query<{ count: number; last: string }>(
      'select count(*)::int as count, max(number) as last from invoices',
    );
    expect(json).toMatchObject({ created: 990, failed: 10 });
    expect(found[0]).toEqual({ count: 990, last: `${new Date().getUTCFullYear()}-0990` });
  });
});
