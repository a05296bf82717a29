import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

test('gives each test a database of its own', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query(
    "select current_database() as name, similarity('a', 'a') as same",
  );
  await client.end();
  await database.drop();
  expect(rows[0].same).toBe(1);
});
