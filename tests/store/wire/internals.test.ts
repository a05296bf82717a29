import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { findUnexpected, internals, prepareConnections } from '../../../src/store/wire/wire.ts';
import { createTestDatabase } from '../../support/database.ts';
import { top } from '../../support/source-files.ts';

test('the fast wire uses these internals of the driver, in the version that is pinned', async () => {
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
  const { dependencies } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };

  // Read the driver's code for each of them before you take another version.
  expect([version, dependencies['pg']]).toEqual(['8.23.1', '8.23.1']);
  expect(Object.keys(internals)).toEqual([
    'Client.connection.stream that is a socket',
    'one listener to the data of a socket',
    'Connection.query',
    'Connection.describe',
    'Query.submit',
    'Query.handleError',
    'Query.handleReadyForQuery',
  ]);
});

test('a connection of the driver has them all', async () => {
  await withConnection(async (client) => expect(findUnexpected(client)).toEqual([]));
});

test.each(['query', 'describe'])('a connection without %s is reported', async (name) => {
  await withConnection(async (client) => {
    const { connection } = client as unknown as { connection: Record<string, unknown> };
    connection[name] = undefined;

    expect(findUnexpected(client)).toEqual([`Connection.${name}`]);

    Reflect.deleteProperty(connection, name);
  });
});

test('with another driver the plain wire is used, and logged once', async () => {
  const { url, drop } = await createTestDatabase();
  const warnings: string[] = [];
  const log = { info() {}, warn: (message: string) => void warnings.push(message) };
  const attach = listenTwice();
  try {
    const database = await openDatabase({ url, log });
    const statement = { text: 'select n from generate_series(1, 3) n', values: [] };
    const columns = [{ name: 'n', form: 'plain' }] as const;
    const shape = { columns, hasAbout: false, keys: 0, perPage: 10 };

    const pages = await Promise.all([1, 2, 3].map(() => database.readPage(statement, shape)));

    expect(pages.map(({ json }) => json.toString())).toEqual(
      Array.from({ length: 3 }, () => '[{"n":1},{"n":2},{"n":3}]'),
    );
    expect(warnings).toEqual([
      'Lists and exports are slower than usual: the PostgreSQL driver is not as expected (one listener to the data of a socket). WIRE=plain hides this warning.',
    ]);
    await database.close();
  } finally {
    attach.restore();
    await drop();
  }
});

test('the plain wire leaves connections to the driver', () => {
  const warned = (message: string): never => {
    throw new Error(message);
  };

  expect(prepareConnections('plain', warned).config).toEqual({});
  expect(Object.keys(prepareConnections('fast', warned).config)).toEqual(['stream']);
});

/** A program that watches the driver adds a listener of its own to what each connection receives. */
function listenTwice(): { restore(): void } {
  const prototype = pg.Connection.prototype as unknown as {
    attachListeners(stream: NodeJS.ReadableStream): void;
  };
  const { attachListeners } = prototype;
  prototype.attachListeners = function (stream) {
    attachListeners.call(this, stream);
    stream.on('data', () => {});
  };
  return { restore: () => (prototype.attachListeners = attachListeners) };
}

async function withConnection(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
    await drop();
  }
}
