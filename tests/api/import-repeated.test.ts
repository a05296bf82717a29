import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';

const library = await openTestApi();
afterAll(() => library.close());
beforeEach(() => library.database.query('truncate books cascade'));

const books = (file: Parameters<typeof sendImport>[2], sent?: Parameters<typeof sendImport>[3]) =>
  sendImport(library, '/api/books', file, sent);

async function count(): Promise<number> {
  const { json } = await library.call('GET', '/api/books', { as: 'admin' });
  return json.total;
}

describe('an import with an Idempotency-Key', () => {
  const rows = [{ title: 'Emma' }];

  test('returns the first summary when sent again, and imports nothing', async () => {
    const headers = { 'Idempotency-Key': 'again' };

    const first = await books(rows, { headers });
    const second = await books(rows, { headers });

    expect(second).toEqual(first);
    expect(await count()).toBe(1);
  });

  test('is recognised when sent again with its parts in another order', async () => {
    const headers = { 'Idempotency-Key': 'order' };

    const first = await books(rows, { headers, parts: { mode: 'upsert', key: '_id' } });
    const second = await books(rows, { headers, parts: { key: '_id', mode: 'upsert' } });

    expect(second).toEqual(first);
    expect(await count()).toBe(1);
  });

  test('is imported once when sent twice at once', async () => {
    const headers = { 'Idempotency-Key': 'at once' };

    const answers = await Promise.all([1, 2].map(() => books(rows, { headers })));

    for (const { json } of answers) expect(json).toEqual(summary({ total: 1, created: 1 }));
    expect(await count()).toBe(1);
  });

  test.each([
    ['another file', [{ title: 'Dune' }], {}],
    ['another mode', rows, { mode: 'upsert', key: '_id' }],
  ])('is refused for %s', async (what, file, parts) => {
    const headers = { 'Idempotency-Key': `other: ${what}` };
    await books(rows, { headers });

    const { status, json } = await books(file, { headers, parts });

    expect(status).toBe(422);
    expect(json.code).toBe('I013');
    expect(await count()).toBe(1);
  });

  /** As a server leaves it that died in the middle of it, or before it could answer. */
  const leave = (gone: string) =>
    library.database.query(
      `update backoffice.idempotency_keys
         set status = null, body = null, claimed_at = claimed_at - $1::interval`,
      [gone],
    );
  const unnamed = Array.from({ length: 5 }, (_, at) => ({ title: `Book ${at}`, pages: 1 }));

  const titles = async (): Promise<string[]> =>
    (await library.call('GET', '/api/books?_sort=title', { as: 'admin' })).json.data.map(
      ({ title }: { title: string }) => title,
    );

  test.each<Record<string, string>>([{}, { atomic: 'true' }])(
    'creates no record twice when its server dies, with %o',
    async (parts) => {
      const headers = { 'Idempotency-Key': `died ${JSON.stringify(parts)}` };
      const first = await books(unnamed, { headers, parts });
      await library.database.query(`delete from books where title in ('Book 1', 'Book 4')`);
      await leave('16 seconds');

      const again = await books(unnamed, { headers, parts });

      expect(again).toEqual(first);
      expect(await titles()).toEqual(unnamed.map(({ title }) => title));
    },
  );

  test('creates no record twice when it fails between two batches', async () => {
    const headers = { 'Idempotency-Key': 'broke' };
    const many = Array.from({ length: 1_200 }, (_, at) => ({ title: `Book ${at}` }));
    await library.database.query(
      `create function break_off() returns trigger language plpgsql as
         $$ begin raise 'broken' using errcode = '58030'; end $$`,
    );
    await library.database.query(
      `create trigger break_off before insert on books for each row
         when (new.title = 'Book 1100') execute function break_off()`,
    );
    const first = await books(many, { headers });
    const before = await count();
    await library.database.query('drop function break_off cascade');

    const again = await books(many, { headers });

    expect(first.status).toBeGreaterThanOrEqual(500);
    expect(before).toBe(1_000);
    expect(again).toMatchObject({ status: 200, json: { created: 1_200 } });
    expect(await count()).toBe(1_200);
  });

  test('does not mistake an existing record for one of its rows', async () => {
    const headers = { 'Idempotency-Key': 'named' };
    await books([{ _id: 'old', title: 'Old' }]);

    const { json } = await books([{ _id: 'old', title: 'New' }], { headers });

    expect(json).toMatchObject({ failed: 1, problems: [{ row: 1, path: '_id' }] });
    expect(await titles()).toEqual(['Old']);
  });

  test('is another import a day later', async () => {
    const headers = { 'Idempotency-Key': 'daily' };
    await books(unnamed, { headers });
    await leave('25 hours');

    await books(unnamed, { headers });

    expect(await count()).toBe(10);
  });

  test('of one user reveals nothing to another', async () => {
    const headers = { 'Idempotency-Key': 'mine' };
    await books(rows, { headers, as: 'admin' });

    const { json } = await books(rows, { headers, as: 'staff' });

    expect(json.created).toBe(1);
    expect(await count()).toBe(2);
  });
});
