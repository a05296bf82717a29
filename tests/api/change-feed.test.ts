import { expect, test, vi } from 'vitest';
import { openChangeFeed } from '../../src/api/live/change-feed.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { openTestApi } from '../support/api.ts';
import { createTestDatabase } from '../support/database.ts';
import { silent } from '../support/store.ts';

test('a server that cannot listen for changes logs it and continues', async () => {
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

test('a change found before its notice is read from the primary by its listeners', async () => {
  const api = await openTestApi();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const order: string[] = [];
  const database = { ...api.database, noteChange: () => void order.push('noted') };
  const feed = openChangeFeed({ ...api.services, database });
  await feed.start(() => void order.push('told'));

  await api.store.create(
    api.descriptor.resources.get('authors')!,
    { name: 'Found by the clock' },
    { userId: null },
  );
  vi.advanceTimersByTime(5_000);

  await expect.poll(() => order).toEqual(['noted', 'told']);
  vi.useRealTimers();
  await feed.close();
  await api.close();
});
