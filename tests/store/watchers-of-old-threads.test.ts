import { afterAll, expect, test } from 'vitest';
import { threadTables } from '../../src/store/schema/system-tables/thread-tables.ts';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

test('threads from before watches are watched by those whom they concern, until they stop', async () => {
  const { database } = api;
  const record = (await api.call('POST', '/api/books', { as: 'admin', body: { title: 'Dune' } }))
    .json._id;
  const text = `See @[${api.userId('dev')}].`;
  const body = { resource: 'books', record, text, query: { assignee: api.userId('staff') } };
  const { _id } = (await api.call('POST', '/api/threads', { as: 'admin', body })).json;
  const start = async () => {
    for (const statement of threadTables) await database.query(statement);
    const rows = await database.rows<{ person: string }>(
      'select person from backoffice.watches where thread = $1',
      [_id],
    );
    return rows.map(({ person }) => person).toSorted();
  };
  await database.query('delete from backoffice.watches');
  // As the version before has it.
  await database.query('alter table backoffice.threads drop column closed_at');

  expect(await start()).toEqual(['admin', 'dev', 'staff'].map((as) => api.userId(as)).toSorted());
  await database.query('delete from backoffice.watches where person = $1', [api.userId('dev')]);
  expect(await start()).toEqual(['admin', 'staff'].map((as) => api.userId(as)).toSorted());
});
