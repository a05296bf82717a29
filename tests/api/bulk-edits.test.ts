import { afterAll, beforeEach, describe, expect, it, vi, test } from 'vitest';
import { openTestApi, type TestAnswer } from '../support/api.ts';
import { openManyTickets, type ManyTickets } from '../support/many-tickets.ts';

const api = await openTestApi();

afterAll(() => api.close());

beforeEach(async () => {
  await api.database.query('truncate "books" cascade');
  await api.database.query(
    `insert into "books" (_id, title, pages, isbn) select 'b' || n, 'Book ' || n, n, n::text from generate_series(1, 2) n`,
  );
});

function bulk(body: unknown, as = 'staff'): Promise<TestAnswer> {
  return api.call('POST', '/api/books/bulk', { as, body });
}

describe('editing texts in bulk', () => {
  const titles = async (): Promise<unknown[]> =>
    (
      await api.database.query(
        `select title, blurb from "books" where _id in ('b1', 'b2') order by 1`,
      )
    ).rows;

  it('appends to the text of each, and undo takes it back', async () => {
    await bulk({ action: 'update', ids: ['b1'], data: { blurb: 'Seen.' } });

    const { status, json, headers } = await bulk({
      action: 'update',
      ids: ['b1', 'b2'],
      edits: { blurb: { append: 'Checked.' }, title: { find: 'Book', replace: 'Vol. $&' } },
    });

    expect([status, json.updated]).toEqual([200, 2]);
    expect(await titles()).toEqual([
      { title: 'Vol. $& 1', blurb: 'Seen.\nChecked.' },
      { title: 'Vol. $& 2', blurb: 'Checked.' },
    ]);
    await vi.waitFor(async () => {
      const set = headers.get('Change-Set')!;
      await api.call('POST', `/api/changes/${set}/undo`, { as: 'staff', body: {} });
      expect(await titles()).toEqual([
        { title: 'Book 1', blurb: 'Seen.' },
        { title: 'Book 2', blurb: null },
      ]);
    });
  });

  it('checks each edited text', async () => {
    const { json } = await bulk({
      action: 'update',
      ids: ['b1'],
      edits: { title: { append: 'x'.repeat(100) } },
    });

    expect(json.problems).toMatchObject([{ _id: 'b1', path: 'title', code: 'V003' }]);
  });

  it.each([['pages'], ['genre'], ['author'], ['secret'], ['nothing']])(
    'refuses to edit %s, because the caller cannot read and write it as free text',
    async (name) => {
      const { status, json } = await bulk({
        action: 'update',
        ids: ['b1'],
        edits: { [name]: { append: 'x' } },
      });

      expect(status).toBe(422);
      expect(json.problems).toMatchObject([{ path: `edits.${name}`, code: 'V008' }]);
    },
  );

  it('refuses a new value and an edit of one field', async () => {
    const before = await titles();

    const { status, json } = await bulk({
      action: 'update',
      ids: ['b1'],
      data: { title: 'New', pages: 1 },
      edits: { title: { append: 'x' }, blurb: { append: 'x' } },
    });

    expect([status, json.problems]).toMatchObject([400, [{ path: 'edits.title', code: 'Q004' }]]);
    expect(await titles()).toEqual(before);
  });

  it('refuses edits beside another action', async () => {
    const { status } = await bulk({
      action: 'delete',
      ids: ['b1'],
      edits: { title: { append: 'x' } },
    });

    expect(status).toBe(400);
  });
});

let tickets: ManyTickets;

openManyTickets((opened) => {
  tickets = opened;
});

test.each([
  ['delete', { action: 'delete' }],
  ['update', { action: 'update', data: { weight: 5000 } }],
])('a record that no longer matches the filter at its turn is not changed: %s', async (_, what) => {
  const { next } = await tickets.openLines({ ...what, where: { status: 'draft' } });
  await next();
  await next();
  // The last in the order of the work.
  await tickets.desk.database.query(
    `update tickets set status = 'closed', _version = _version + 1 where _id = 't99'`,
  );
  let last: any;
  for (let line = await next(); line; line = await next()) last = line;

  expect(last.summary).toMatchObject({ total: 449, failed: 0 });
  expect(await tickets.count(`_id = 't99' and weight = 99`)).toBe(1);
});
