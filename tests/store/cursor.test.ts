import { afterAll, describe, expect, test } from 'vitest';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { StoreProblem } from '../../src/store/store.ts';
import { openSortable } from '../support/sortable.ts';
import { nobody } from '../support/store.ts';

const store = await openSortable();
afterAll(() => store.close());

describe('a cursor', () => {
  const sort = [{ path: 'count', descending: true }];

  test('continues although records were added and removed meanwhile', async () => {
    const things = store.resource('things');
    const first = await store.store.list(things, { sort, page: 1, perPage: 30, total: 'none' });
    const firsts: Record<string, any>[] = parseRecords(first);
    const last = firsts.at(-1)!;
    await store.store.remove(things, last._id, '*', nobody);

    const second = await store.store.list(things, {
      sort,
      page: 1,
      perPage: 30,
      total: 'none',
      after: first.next!,
    });

    const seen = firsts.map(({ _id }) => _id);
    expect(parseRecords(second).filter(({ _id }) => seen.includes(_id))).toEqual([]);
    const { _version, createdAt, updatedAt, createdBy, updatedBy, _id, ...values } = last;
    await store.store.create(things, values, nobody, _id);
  });

  test.each([
    ['nonsense', 'x'],
    ['of no JSON', Buffer.from('[').toString('base64url')],
    ['of another shape', Buffer.from('{"a":1}').toString('base64url')],
    ['with a value too few', async () => tampered((keys) => keys.slice(0, -1))],
    ['with a value that is no number', async () => tampered(([mark, , id]) => [mark, 'x', id])],
    ['with a value that is no text', async () => tampered(([mark, , id]) => [mark, { a: 1 }, id])],
    [
      'of another order',
      async () => (await list({ sort: [{ path: 'label', descending: true }] })).next!,
    ],
  ])('%s is refused', async (_, cursor) => {
    const after = typeof cursor === 'string' ? cursor : await cursor();

    const answer = list({ sort, after });

    await expect(answer).rejects.toThrow(StoreProblem);
    await expect(answer).rejects.toMatchObject({ problems: [{ code: 'Q008', path: '_after' }] });
  });

  async function tampered(change: (keys: unknown[]) => unknown[]): Promise<string> {
    const { next } = await list({ sort });
    const keys = JSON.parse(Buffer.from(next!, 'base64url').toString()) as unknown[];
    return Buffer.from(JSON.stringify(change(keys))).toString('base64url');
  }
});

function list(query: Partial<ListQuery> & Pick<ListQuery, 'sort'>) {
  return store.store.list(store.resource('things'), {
    page: 1,
    perPage: 10,
    total: 'none',
    ...query,
  });
}
