import { expect, test } from 'vitest';
import { openChangeFeed } from '../../src/api/live/change-feed.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { createTestDatabase } from '../support/database.ts';
import { silent } from '../support/store.ts';

test('a server that cannot listen for changes says so and goes on', async () => {
  const { url, drop } = await createTestDatabase();
  const database = await openDatabase({ url, log: silent });
  await drop();
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => warnings.push(message) };

  const feed = openChangeFeed({ database, log } as never);

  await expect.poll(() => warnings).toEqual(['cannot listen for record changes']);
  await feed.close();
  await database.close();
});
