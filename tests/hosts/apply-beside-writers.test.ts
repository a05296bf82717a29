import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDescriptor } from '../../src/hosts/structure/open-descriptor.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { runCommand } from '../support/run-command.ts';
import { silent } from '../support/store.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const log = { ...silent, debug() {}, error() {} };
const folder = await openTemporaryFolder();
const text = { type: 'text' };
const number = { type: 'number' };

/** Orders with lines and a stored sum, and so many further fields in both. */
function shop(extra: number) {
  const added = Object.fromEntries(Array.from({ length: extra }, (_, at) => [`extra${at}`, text]));
  return {
    roles: librarySource.roles,
    resources: {
      users: librarySource.resources.users,
      orders: {
        fields: {
          name: text,
          total: { ...number, computed: 'sum(price of lines.order)', stored: true },
          ...added,
        },
        children: [{ resource: 'lines', field: 'order', inline: true }],
      },
      lines: { fields: { order: { type: 'reference', to: 'orders' }, price: number, ...added } },
    },
  };
}

test('twenty changes of the tables succeed beside four people who write, and no write fails', async () => {
  const descriptor = toDescriptor(shop(0));
  const api = await openTestApi({ descriptor: () => descriptor });
  const database = await openDatabase({ url: api.url, log: silent });
  const RESOURCES = join(folder, 'resources.json');
  const env = { DATABASE_URL: api.url, DATA_DIR: folder, RESOURCES };
  const written = new Map<number, number>();
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const body = { name: 'an order', lines: [{ price: 1 }, { price: 2 }] };
      const { status } = await api.call('POST', '/api/orders', { as: 'admin', body });
      written.set(status, (written.get(status) ?? 0) + 1);
    }
  };
  const writers = [write(), write(), write(), write()];

  const answers: unknown[] = [];
  for (let turn = 1; turn <= 20; turn++) {
    const source = shop(turn);
    await writeFile(RESOURCES, JSON.stringify(source));
    // A person applies it, or another server starts with it.
    const isStart = turn % 2 === 0;
    const started = () =>
      openDescriptor(
        database,
        { path: 'resources.json', descriptor: toDescriptor(source) },
        log,
        'serve',
      );
    answers.push(isStart ? (await started()).hash : (await runCommand(['apply'], { env })).code);
  }
  isOver = true;
  await Promise.all(writers);
  const sums = await database.rows('select distinct total from orders');
  await database.close();
  await api.close();

  const hashes = Array.from({ length: 10 }, (_, at) => toDescriptor(shop(2 * at + 2)).hash);
  expect(answers).toEqual(hashes.flatMap((hash) => [0, hash]));
  expect([...written.keys()]).toEqual([201]);
  expect(written.get(201)).toBeGreaterThan(20);
  expect(sums).toEqual([{ total: 3 }]);
});
