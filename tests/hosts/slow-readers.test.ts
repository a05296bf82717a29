import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { spoolQuota } from '../../src/services/export/spool.ts';
import { closeHttpServer, createHttpServer } from '../../src/hosts/http-server.ts';
import { openTestApi, PASSWORD, type TestApi } from '../support/api.ts';
import { untilSettled } from '../support/until-settled.ts';

const RECORDS = 20_000;

describe('clients that read nothing', () => {
  let library: TestApi;
  let server: Server;
  let sockets: Socket[] = [];

  beforeAll(async () => {
    library = await openTestApi();
    await library.database.alone((sql) =>
      sql.query(
        `insert into books (_id, title, blurb) select 'b' || n, 'Book ' || n, repeat(md5(n::text), 40)
         from generate_series(1, ${RECORDS}) n`,
      ),
    );
    for (let at = 0; at < 24; at += 1) await library.addUser(`reader${at}`, 'viewer');
  }, 60_000);
  afterAll(() => library.close());
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await closeHttpServer(server, 0);
    await vi.waitUntil(() => used() === 0, 10_000);
  });

  const used = (): number => {
    const { open, idle } = library.database.use().primary;
    return open - idle;
  };

  const logged = (words: string) => library.log.filter(({ message }) => message.includes(words));

  /** When the statements of exports last began or ended. */
  const readFetches = async (): Promise<unknown> => {
    const { rows } = await library.database.query(
      `select pid, state_change from pg_stat_activity
       where datname = current_database() and query like 'fetch %'`,
    );
    return rows;
  };

  async function listen(unread: number): Promise<void> {
    const patience = { headers: 10_000, idle: 30_000, total: 60_000, unread };
    server = createHttpServer(library.api.fetch, patience);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  /** Reads the head of an answer and then nothing. */
  async function readHead(path: string, as: string): Promise<{ socket: Socket; head: string }> {
    const token = await library.tokenOf(as);
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    return { socket, head: first.toString().split('\r\n\r\n', 1)[0]! };
  }

  const twelve = (format: string, from: number) =>
    Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        readHead(`/api/books/export?format=${format}`, `reader${from + (at >> 1)}`),
      ),
    );

  test.each([
    ['csv', 6],
    ['json', 12],
    ['xlsx', 18],
  ] as const)(
    'of twelve exports as %s delay nobody',
    async (format, from) => {
      await listen(60_000);
      const heads = (await twelve(format, from)).map(({ head }) => head);
      // Some wait too long for their turn where the machine is busy; those are told so.
      expect(heads.filter((head) => head.includes(' 200 ')).length).toBeGreaterThanOrEqual(2);
      for (const head of heads) expect(head).toMatch(/^HTTP\/1.1 (200|503[^]*retry-after: )/i);

      // Each goes on into a file, and its connection is free before anybody has read it.
      await vi.waitFor(() => expect(used()).toBe(0), 30_000);
      const [list, write, signIn, ready] = await Promise.all([
        library.call('GET', '/api/books', { as: 'viewer' }),
        library.call('POST', '/api/books', { as: 'staff', body: { title: `New of ${format}` } }),
        library.call('POST', '/api/users/login', {
          body: { email: 'admin@example.org', password: PASSWORD },
        }),
        library.call('GET', '/readyz'),
      ]);

      expect([list, write, signIn, ready].map(({ status }) => status)).toEqual([
        200, 201, 200, 200,
      ]);
      expect(logged('reads slowly')[0]).toMatchObject({
        userId: expect.any(String),
        export: expect.stringMatching(/^books-export\.\w+$/),
      });
    },
    60_000,
  );

  test('get the whole file when they continue, even over the quota', async () => {
    const { user } = spoolQuota;
    spoolQuota.user = 1_000_000;
    try {
      await listen(60_000);
      const before = logged('reads slowly').length;
      const { socket } = await readHead('/api/books/export?format=ndjson', 'reader0');
      // Reads nothing until its file is buffered on disk, and over the quota: then no more is fetched.
      await vi.waitFor(() => expect(logged('reads slowly')).toHaveLength(before + 1), 20_000);
      await untilSettled(readFetches);
      let lines = 0;
      socket.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 0x0a) lines += 1;
      });
      socket.resume();
      await once(socket, 'end');

      // Each chunk of the answer brings two lines more than it has records.
      expect(lines).toBeGreaterThanOrEqual(RECORDS);
    } finally {
      spoolQuota.user = user;
    }
  }, 60_000);

  test('are disconnected after a time, and the log names them', async () => {
    await listen(1_500);
    const { socket } = await readHead('/api/books/export?format=csv', 'reader1');
    await vi.waitFor(() => expect(logged('no longer reads')).not.toEqual([]), 20_000);

    expect(logged('no longer reads')[0]).toMatchObject({
      userId: library.userId('reader1'),
      route: '/api/books/export',
    });
    const rest = text(socket).catch(() => 'cut');
    expect((await rest).endsWith('0\r\n\r\n')).toBe(false);
  }, 40_000);

  test('can have two files at once, and the third is refused before its first byte', async () => {
    await listen(60_000);
    const path = '/api/books/export?format=csv';
    const held = [await readHead(path, 'reader2'), await readHead(path, 'reader2')];
    const third = await readHead(path, 'reader2');
    const other = await readHead(path, 'reader3');

    expect(third.head).toContain('429');
    expect(third.head.toLowerCase()).toContain('retry-after: 5');
    expect(other.head).toContain('200');
    held[0]!.socket.destroy();
    await vi.waitFor(
      async () => expect((await readHead(path, 'reader2')).head).toContain('200'),
      10_000,
    );
  }, 40_000);
});
