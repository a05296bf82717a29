import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, World } from './world.ts';

const behind = { database: 'through a relay' } as const;

/** Clients that go away, stand still or send nonsense. */
export const clientFaults: readonly Fault[] = [
  {
    ...behind,
    name: 'twelve exports that nobody reads, for 8 s',
    fast: true,
    during: (world) =>
      holding(
        world,
        12,
        (head) => `GET /api/chemFunctions/export?format=csv HTTP/1.1\r\n${head}\r\n`,
        8_000,
      ),
  },
  {
    ...behind,
    name: 'forty uploads whose connections break halfway',
    during: async (world) => {
      for (let turn = 0; turn < 4; turn += 1)
        await holding(world, 10, (head) => upload(head, 'key,name\na,b\n'), 500);
    },
  },
  {
    ...behind,
    name: 'twenty uploads stop sending for 8 s',
    during: (world) => holding(world, 20, (head) => upload(head, 'key,name\n'), 8_000),
  },
  {
    ...behind,
    name: 'two hundred connections send half a request head, for 8 s',
    during: (world) => holding(world, 200, () => 'GET /api/chemFunctions HT', 8_000),
  },
  {
    ...behind,
    name: 'two hundred connections send nothing, for 8 s',
    during: (world) => holding(world, 200, () => '', 8_000),
  },
  {
    ...behind,
    name: 'a thousand calls whose clients disconnect at once',
    during: async (world) => {
      for (let turn = 0; turn < 20; turn += 1)
        await holding(
          world,
          50,
          (head) => `GET /api/chemFunctions?_perPage=100 HTTP/1.1\r\n${head}\r\n`,
          50,
        );
    },
  },
  {
    ...behind,
    name: 'five hundred broken requests',
    during: async (world) => {
      for (const text of [
        '\r\n\r\n',
        'X'.repeat(20_000),
        'POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
        '\0\0\0',
        'GET //%2e%2e HTTP/9.9\r\n\r\n',
      ])
        await holding(world, 100, () => text, 200);
    },
  },
  {
    ...behind,
    name: 'fifty event streams whose clients disconnect, twenty times',
    during: async (world) => {
      for (let turn = 0; turn < 20; turn += 1)
        await holding(world, 50, (head) => `GET /api/sse/ HTTP/1.1\r\n${head}\r\n`, 100);
    },
  },
];

function upload(head: string, part: string): string {
  return (
    `POST /api/chemFunctions/import HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\n` +
    `Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${part}`
  );
}

/** Opens so many connections, each with its first words, reads nothing, and leaves after a while. */
async function holding(
  { url, token }: World,
  count: number,
  say: (head: string) => string,
  milliseconds: number,
): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const head = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
  const sockets: Socket[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.pause();
    socket.write(say(head));
    sockets.push(socket);
  }
  await sleep(milliseconds);
  for (const socket of sockets) socket.destroy();
}
