import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeTables } from '../../../src/store/schema/plan/change-tables.ts';
import { openPlanning, type Planning } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const fields = { name: { type: 'text' } };

describe('a plan is applied', () => {
  /** Somebody has added a record to this table and not committed it. */
  async function beginWriting(table: string) {
    await at.start({ authors: { fields }, books: { fields } });
    const writer = await at.database.begin({ idleTimeout: 60_000 });
    await writer.connection.query(`insert into ${table} (_id) values ('w')`);
    await writer.connection.query(`insert into backoffice.history
      (resource, record_id, operation, version) values ('${table}', 'w', 'create', 1)`);
    return writer;
  }

  const applyPages = () =>
    at.apply({
      authors: { fields },
      books: { fields: { ...fields, pages: { type: 'number' } } },
    });

  const withPages = { done: expect.arrayContaining([expect.stringContaining('pages')]) };

  test('at once while somebody writes to other tables', async () => {
    const writer = await beginWriting('authors');

    expect(await applyPages()).toMatchObject(withPages);
    await writer.end('commit');
  });

  test('when they are done while somebody writes to the same table', async () => {
    const writer = await beginWriting('books');

    const applied = applyPages();
    const waits = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => at.rows(waits), { interval: 20 }).toHaveLength(1);
    await writer.end('commit');

    expect(await applied).toMatchObject(withPages);
    expect(await at.rows('select _id from books')).toEqual([{ _id: 'w' }]);
  });

  test('not at all, with a message, while somebody uses the tables all the time', async () => {
    await at.start({ authors: { fields }, books: { fields } });
    const writer = await at.database.begin({ idleTimeout: 60_000 });
    await writer.connection.query(`insert into books (_id) values ('w')`);

    const change = changeTables(at.database, (sql) => sql.query('drop table books'), 0);

    await expect(change).rejects.toThrow('People were using the tables');
    await writer.end('rollback');
  });
});
