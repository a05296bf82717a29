import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeHttpServer, createHttpServer } from '../../src/hosts/http-server.ts';

const patience = { idle: 30_000, total: 60_000, headers: 10_000, unread: 30_000 };

describe('the connections of clients', () => {
  let server: ReturnType<typeof createHttpServer>;
  let said: object[] = [];
  let sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    said = [];
    await closeHttpServer(server, 0);
  });

  async function listen(most: number, isProxy = (_: string) => false): Promise<void> {
    server = createHttpServer(
      async (request, peer) => {
        if (request.headers.get('Authorization') === 'Bearer known') peer.noteUser?.();
        return new Response('answered');
      },
      patience,
      { most, isProxy, log: { warn: (about: object) => void said.push(about) } },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  function open(localAddress: string): Socket {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  }

  async function openMany(count: number, from: (at: number) => string): Promise<Socket[]> {
    const many = Array.from({ length: count }, (_, at) => open(from(at)));
    await vi.waitFor(() => {
      const { open, refused } = server.connections.count();
      expect(open + refused).toBe(sockets.length);
    }, 10_000);
    return many;
  }

  async function ask(socket: Socket, path = '/', more = ''): Promise<string> {
    const answered = once(socket, 'data');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`);
    return String((await answered)[0]);
  }

  test('of one address are half of all at most, and the oldest idle one makes room', async () => {
    await listen(20);
    const many = await openMany(14, () => '127.0.0.3');
    const other = await ask(open('127.0.0.2'));

    const isCounted = () => expect(server.connections.count()).toEqual({ open: 11, refused: 4 });
    await vi.waitFor(isCounted, 10_000);
    expect(await text(many[0]!)).toContain('503 Service Unavailable\r\nRetry-After: 5');
    expect(other).toContain('200 OK');
    expect(said[0]).toMatchObject({ address: '127.0.0.3', refused: 1 });
  });

  test('that are used up by many addresses exclude none with fewer', async () => {
    await listen(40);
    const own = open('127.0.0.2');
    expect(await ask(own)).toContain('200 OK');
    await openMany(60, (at) => `127.0.1.${1 + (at % 5)}`);

    expect(await ask(own)).toContain('200 OK');
    expect(await ask(open('127.0.0.2'), '/healthz')).toContain('200 OK');
    expect(server.connections.count().open).toBeLessThanOrEqual(40);
  });

  test('of signed-in users stay, whoever else connects', async () => {
    await listen(10);
    const own = open('127.0.0.2');
    await ask(own, '/', 'Authorization: Bearer known\r\n');
    await openMany(30, (at) => `127.0.1.${1 + (at % 15)}`);

    expect(await ask(own)).toContain('200 OK');
  });

  test('of a proxy count as those of many clients', async () => {
    await listen(20, (address) => address === '127.0.0.3');
    await openMany(18, () => '127.0.0.3');

    expect(server.connections.count()).toEqual({ open: 18, refused: 0 });
  });

  test('beyond the limit serve health checks and signed-in users', async () => {
    const started = Promise.withResolvers<void>();
    let asked = 0;
    server = createHttpServer(
      async (request) => {
        if (request.url.endsWith('/long')) {
          asked += 1;
          await started.promise;
        }
        return new Response('answered');
      },
      patience,
      { most: 4 },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    for (const socket of await openMany(4, (at) => `127.0.1.${at + 1}`))
      socket.write('GET /long HTTP/1.1\r\nHost: a\r\n\r\n');
    await vi.waitUntil(() => asked === 4, 10_000);

    expect(await ask(open('127.0.0.2'), '/healthz')).toContain('200 OK');
    expect(await ask(open('127.0.0.2'), '/', 'Authorization: Bearer x\r\n')).toContain('200 OK');
    const stranger = await ask(open('127.0.0.4'));
    started.resolve();
    expect(stranger).toContain('503');
    expect(stranger.toLowerCase()).toContain('retry-after: 5');
  });
});

describe('a raw request', () => {
  let server: ReturnType<typeof createHttpServer>;
  afterEach(() => closeHttpServer(server, 0));

  async function send(head: string): Promise<string> {
    server = createHttpServer(async () => new Response('answered'), patience);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    return text(socket);
  }

  test.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['two dots in the path', 'GET /x/../metrics HTTP/1.1\r\nHost: a'],
    ['encoded dots', 'GET /x/%2e%2E/metrics HTTP/1.1\r\nHost: a'],
    ['one encoded dot', 'GET /%2e/metrics HTTP/1.1\r\nHost: a'],
    ['dots behind a backslash', 'GET /x\\..\\metrics HTTP/1.1\r\nHost: a'],
    ['dots at the end', 'GET /metrics/.. HTTP/1.1\r\nHost: a'],
  ])('with %s is 400', async (_, head) => {
    expect(await send(head)).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each([
    ['a file with dots in its name', 'GET /a..b/c.d?x=../y HTTP/1.1\r\nHost: a'],
    ['a hidden folder', 'GET /.well-known/x HTTP/1.1\r\nHost: a'],
  ])('with %s is answered', async (_, head) => {
    expect(await send(head)).toContain('200 OK');
  });
});
