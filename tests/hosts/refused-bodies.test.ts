import { once } from 'node:events';
import { request as ask } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeHttpServer, createHttpServer } from '../../src/hosts/http-server.ts';
import { openTestApi } from '../support/api.ts';
import { studiesDescriptor } from '../support/studies.ts';

const SIZE = 20_000_000;
/** Of sockets and streams, in bytes: far less than a body has. */
const LITTLE = 1_000_000;
const path = '/api/files?field=studies.document';

let server: ReturnType<typeof createHttpServer>;
let port: number;
let sockets: Socket[];

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
const token = await api.tokenOf('staff');
afterAll(() => api.close());

beforeEach(async () => {
  server = createHttpServer(api.api.fetch);
  sockets = [];
  server.on('connection', (socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => closeHttpServer(server, 0));

const bytesRead = () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);

/** Sends as most clients do: it reads the answer while it sends. */
function send(authorization: string, size = SIZE, framing: object = { 'Content-Length': size }) {
  return new Promise<[status: number, connection: string | undefined, body: string]>(
    (resolve, reject) => {
      const headers = {
        Authorization: authorization,
        'Content-Disposition': 'attachment; filename="a.pdf"',
        ...framing,
      };
      const asked = ask({ port, path, method: 'POST', headers });
      asked.on('error', reject);
      asked.on('response', (response) => {
        const { statusCode, headers: got } = response;
        text(response).then((body) => resolve([statusCode!, got.connection, body]), reject);
      });
      asked.end(Buffer.alloc(size));
    },
  );
}

describe('a body of 20 MB that is refused', () => {
  test.each([
    ['with a wrong token', 'Bearer a.b.c', {}, 401, 'A003'],
    ['of no known length', 'Bearer a.b.c', { 'Transfer-Encoding': 'chunked' }, 401, 'A003'],
    ['that is too large', '', {}, 413, 'V065'],
  ])('%s is answered, and hardly read', async (_, authorization, framing, status, code) => {
    const isChunked = 'Transfer-Encoding' in framing;
    const answer = await send(
      authorization || `Bearer ${token}`,
      SIZE,
      isChunked ? framing : undefined,
    );

    expect(answer.slice(0, 2)).toEqual([status, 'close']);
    expect(JSON.parse(answer[2]).code).toBe(code);
    expect(bytesRead()).toBeLessThan(LITTLE);
    await expect
      .poll(() => sockets.every(({ destroyed }) => destroyed), { timeout: 5_000 })
      .toBe(true);
    expect(bytesRead()).toBeLessThan(LITTLE);
  });

  test('is answered when its sender reads only after a while', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a.b.c\r\nContent-Length: ${SIZE}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(SIZE));
    await expect.poll(() => sockets[0]?.writableFinished).toBe(true);

    const answer = await text(socket).catch(String);

    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('A003');
  });

  test.each([
    ['POST', path, 'application/octet-stream', 'plain words', 'V070'],
    ['POST', '/api/studies', 'application/json', '{"title":""}', 'V001'],
  ])('is requested only if it is read: %s %s', async (method, to, type, body, code) => {
    const exchange = async (authorization: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `${method} ${to} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${authorization}\r\n` +
          `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="a.pdf"\r\n` +
          `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
      );
      const [first] = (await once(socket, 'data')) as [Buffer];
      if (first.includes('100 Continue')) socket.write(body);
      return `${first.toString()}${await text(socket)}`;
    };

    expect(await exchange('a.b.c')).toMatch(/^HTTP\/1\.1 401 /);
    const answer = await exchange(token);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
    expect(answer).toContain(code);
  });

  test('that is small is read, and its connection is reused', async () => {
    const socket = connect(port, '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a.b.c\r\n`;
    socket.write(`${head}Content-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`);
    socket.write(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`);

    expect((await text(socket)).match(/HTTP\/1\.1 401/g)).toHaveLength(2);
  });
});
