import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { answerChunks } from '../../src/api/http/answer/answer-chunks.ts';
import { compress, answerCompressed, type Body } from '../../src/api/http/answer/compress.ts';
import { closeHttpServer, createHttpServer } from '../../src/hosts/http-server.ts';
import { borrowMemory } from '../../src/store/memory/free-memory.ts';
import { untilSettled } from '../support/until-settled.ts';

const patience = { idle: 250, total: 500, headers: 200, unread: 500 };

describe('the HTTP server', () => {
  let server: Server;
  afterEach(() => closeHttpServer(server, 0));

  /** A server with short limits, and a raw connection to it. */
  async function open(
    answer: (request: Request) => Promise<Response>,
    limits = patience,
  ): Promise<Socket> {
    server = createHttpServer(answer, limits);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return connect((server.address() as AddressInfo).port, '127.0.0.1');
  }

  const ask = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const echo = async (request: Request): Promise<Response> => new Response(await request.text());

  test('passes on the address of the client', async () => {
    const peers: unknown[] = [];
    server = createHttpServer(async (_, peer) => {
      peers.push(peer);
      return new Response('');
    }, patience);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');

    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

    expect(peers).toMatchObject([{ address: '127.0.0.1' }]);
  });

  test('ends a connection whose body stops coming', async () => {
    const socket = await open(echo);

    socket.write('POST /api/chems HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');

    expect(await text(socket)).not.toContain('200 OK');
  });

  test('ends a connection that sends its body too slowly, except for files', async () => {
    const trickle = async (path: string): Promise<string> => {
      const socket = await open(echo);
      const received = text(socket).catch(() => '');
      socket.on('error', () => {});
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\nConnection: close\r\n\r\n`,
      );
      // A client that is slow.
      const pace = setInterval(50);
      for (let sent = 0; sent < 20 && !socket.destroyed; sent++) {
        socket.write('x');
        await pace.next();
      }
      await pace.return?.();
      return received;
    };

    expect(await trickle('/api/chems')).not.toContain('200 OK');
    const files = ['/api/chems/import', '/api/chems/jobs', '/api/files?field=chems.image'];
    for (const answer of await Promise.all(files.map(trickle))) expect(answer).toContain('200 OK');
  });

  test('does not end a body that the server itself reads slowly', async () => {
    const socket = await open(async (request) => {
      if (request.url.endsWith('/silent')) return echo(request);
      // Longer than clients may be silent: two of them, one after the other.
      await untilSilentEnds();
      await untilSilentEnds();
      return echo(request);
    });
    const untilSilentEnds = (): Promise<string> => {
      const silent = connect((server.address() as AddressInfo).port, '127.0.0.1');
      silent.write('POST /silent HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
      return text(silent);
    };
    const body = 'x'.repeat(1_000_000);

    socket.write(
      `POST /api/chems/import HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n`,
    );
    socket.write(`Connection: close\r\n\r\n${body}`);

    expect(await text(socket)).toContain('200 OK');
  });

  test('ends a connection whose headers stop coming', async () => {
    const socket = await open(echo);

    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');

    expect(await text(socket)).toContain('408');
  });

  test.each([
    ['a path of two slashes', 'GET //api HTTP/1.1\r\nHost: a\r\n', '200'],
    ['an odd host', 'GET / HTTP/1.1\r\nHost: a b\r\n', '400'],
    ['no host', 'GET / HTTP/1.1\r\n', '400'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n',
      '400',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n',
      '400',
    ],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n`, '431'],
  ])('answers %s and continues', async (_, head, status) => {
    const socket = await open(async () => new Response('there'));

    socket.write(`${head}Connection: close\r\n\r\n`);

    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(server.listening).toBe(true);
  });

  test('completes running responses before it closes, and accepts no new requests', async () => {
    const refused = Promise.withResolvers<void>();
    const socket = await open(async () => {
      await refused.promise;
      return new Response('finished');
    });
    const { port } = server.address() as AddressInfo;
    socket.write(ask);
    await once(server, 'request');

    const closing = closeHttpServer(server, 5_000);

    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    refused.resolve();
    expect(await text(socket)).toContain('finished');
    await closing;
  });

  test('closes in the end, even if a response never completes', async () => {
    const socket = await open(() => new Promise(() => {}));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server, 'request');
    await expect(closeHttpServer(server, 100)).resolves.toBeUndefined();
  });

  const flow = (source: AsyncGenerator<string | Uint8Array>) => (request: Request) =>
    answerChunks({ request, requestId: 'r', parts: { log: { error() {} } } } as never, source, {
      'Content-Type': 'text/plain',
    });
  test('sends a streamed body from reused memory, at the pace of its reader', async () => {
    let asked = 0;
    const memory = Buffer.alloc(100_000);
    async function* letters() {
      for (const letter of 'ghijklmnop'.repeat(20)) {
        asked += 1;
        yield memory.fill(letter);
      }
    }
    const socket = await open(flow(letters()));
    socket.pause();
    socket.write(ask);
    await expect.poll(() => asked).toBeGreaterThan(1);
    await untilSettled(() => asked);
    const askedBefore = asked;

    const received = (await text(socket)).replace(/^.*?\r\n\r\n/s, '');

    // What the sockets hold is no more than some megabytes.
    expect(askedBefore).toBeLessThan(150);
    const inTurn = received.replace(/[^g-p]/g, '').match(/(.)\1*/g);
    expect(inTurn?.join('')).toHaveLength(20_000_000);
    expect(new Set(inTurn?.map((piece) => piece.length))).toEqual(new Set([100_000]));
  });

  test('ends the source of a body whose client disconnects, and the connection if a source fails', async () => {
    let isLeft = false;
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(100_000);
      } finally {
        isLeft = true;
      }
    }
    const leaving = await open(flow(endless()));
    leaving.write(ask);
    await once(leaving, 'data');
    leaving.destroy();
    await expect.poll(() => isLeft).toBe(true);
    await closeHttpServer(server, 0);

    async function* broken() {
      yield 'half';
      throw new Error('no more');
    }
    const cut = await open(flow(broken()));
    cut.on('error', () => {});
    cut.write(ask);
    const received = await text(cut);

    expect(received).toContain('half');
    expect(received).not.toMatch(/0\r\n\r\n$/);
  });

  test.each<[string, (text: string) => Body]>([
    ['text', (text) => text],
    ['bytes', toBorrowed],
  ])(
    'sends each client its own %s, from memory that is reused only after it was sent',
    async (_, toBody) => {
      const textOf = (path: string) => path.at(-1)!.repeat(30_000);
      // Who does not read for a while must not be taken for one who has not asked yet.
      const patient = { ...patience, headers: 10_000 };
      let answered = 0;
      const first = await open(async (request) => {
        answered += 1;
        const body = toBody(textOf(request.url));
        return await compress(request, answerCompressed(body, 200, { 'Content-Length': '30000' }));
      }, patient);
      const second = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const ask = async (socket: Socket, letters: string): Promise<void> => {
        const head = 'HTTP/1.1\r\nHost: a\r\n';
        const requests = [...letters].map((letter) => `GET /${letter} ${head}\r\n`);
        socket.pause();
        socket.write(`${requests.join('')}GET /z ${head}Connection: close\r\n\r\n`);
        // A client that does not read: what is answered meanwhile has to wait in its own memory.
        await untilSettled(() => answered);
      };
      const letters = ['ghijklmnop'.repeat(30), 'qrstuvwxy'.repeat(30)] as const;

      await ask(first, letters[0]);
      await ask(second, letters[1]);

      for (const [socket, asked] of [
        [first, letters[0]],
        [second, letters[1]],
      ] as const) {
        const bodies = (await text(socket)).match(/(?<=\r\n\r\n)[g-z]+/g);
        expect(bodies).toHaveLength(asked.length + 1);
        expect(bodies?.filter((body, at) => body !== textOf(asked[at] ?? 'z'))).toEqual([]);
      }
    },
  );
});

/** As lists are made. */
function toBorrowed(text: string): Body {
  const memory = borrowMemory();
  return memory.subarray(0, memory.write(text));
}
