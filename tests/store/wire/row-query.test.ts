import type { Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { RowQuery } from '../../../src/store/wire/row-query.ts';
import { readWholeMessages } from '../../../src/store/wire/whole-messages.ts';
import { createTestDatabase } from '../../support/database.ts';

test('rows that are taken end with what their taker throws, and the connection lives on', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  readWholeMessages((client as unknown as { connection: { stream: Socket } }).connection.stream);
  const taken: number[] = [];

  const failing = new Promise((_, reject) => {
    const query = new RowQuery({ text: 'select generate_series(1, 5)', values: [] }, () => {
      taken.push(1);
      throw new Error('no room');
    });
    (client.query as (...asked: unknown[]) => void)(query, undefined, reject);
  });
  await expect(failing).rejects.toThrow('no room');

  expect(taken).toHaveLength(1);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await drop();
});
