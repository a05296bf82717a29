import { once } from 'node:events';
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openSocket, receiveChunks } from '../../../src/store/wire/whole-messages.ts';

let server: Server;
const ends: Socket[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end.destroy();
  server.close();
});

it('a socket does not overwrite data of a driver when more is received', async () => {
  const [socket, other] = await connect(openSocket({}));
  const given: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => given.push(chunk));

  other.write('one');
  await once(socket, 'data');
  other.write('two');
  await once(socket, 'data');

  expect(given.map(String)).toEqual(['one', 'two']);
});

it('a socket reuses the same memory for received data, in place of the driver', async () => {
  const [socket, other] = await connect(openSocket({}));
  const given: string[] = [];
  const taken: { text: string; memory: ArrayBufferLike; at: number }[] = [];
  socket.on('data', (chunk: Buffer) => given.push(String(chunk)));
  const took = createSignal();
  const handOn = receiveChunks(socket, (chunk) => {
    taken.push({ text: String(chunk), memory: chunk.buffer, at: chunk.byteOffset });
    handOn(Buffer.from(`whole ${String(chunk)}`));
    took.give();
  });

  other.write('one');
  await took.given();
  other.write('two');
  await took.given();

  expect(taken.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(taken[1]!.memory).toBe(taken[0]!.memory);
  expect(taken[1]!.at).toBe(taken[0]!.at);
  expect(given).toEqual(['whole one', 'whole two']);
});

it('a socket receives nothing while it is paused, and everything after', async () => {
  const [socket, other] = await connect(openSocket({}));
  let size = 0;
  const whole = createSignal();
  receiveChunks(socket, (chunk) => {
    size += chunk.length;
    if (size === LARGE.length) whole.give();
  });

  socket.pause();
  other.write(LARGE);
  await roundTrip();
  const meanwhile = size;
  socket.resume();
  await whole.given();

  expect(meanwhile).toBe(0);
  expect(size).toBe(LARGE.length);
});

it('a socket reports when the other side has ended', async () => {
  const [socket, other] = await connect(openSocket({}));
  receiveChunks(socket, () => {});

  other.end();
  await once(socket, 'close');

  expect(socket.destroyed).toBe(true);
});

it('a socket emits encrypted data in the usual way', async () => {
  const [socket, other] = await connect(openSocket({ ssl: true }));
  const took = createSignal();
  const taken: string[] = [];
  receiveChunks(socket, (chunk) => {
    taken.push(String(chunk));
    took.give();
  });

  other.write('one');
  await took.given();

  expect(taken).toEqual(['one']);
});

const LARGE = Buffer.alloc(1_000_000);

async function connect(socket: Socket): Promise<[Socket, Socket]> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [other] = (await once(server, 'connection')) as [Socket];
  if (socket.connecting) await once(socket, 'connect');
  ends.push(socket, other);
  return [socket, other];
}

/** What was sent on other connections before this one was answered has come, where nothing held it back. */
async function roundTrip(): Promise<void> {
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  const [other] = (await once(server, 'connection')) as [Socket];
  ends.push(socket, other);
  other.write('there');
  await once(socket, 'data');
}

function createSignal() {
  let count = 0;
  let wake = (): void => {};
  return {
    give: (): void => {
      count++;
      wake();
    },
    given: async (): Promise<void> => {
      if (count === 0) await new Promise<void>((resolve) => (wake = resolve));
      count--;
    },
  };
}
