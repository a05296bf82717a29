import { connect, type Socket } from 'node:net';

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** The next request of a connection, as it goes over the wire. */
  next: (connection: number) => string;
  /** What came back; anything but 2xx is an error by itself. */
  seen?: (connection: number, answer: Answer) => void;
};

export type Answer = { status: number; head: string; body: Buffer };

export type Measured = {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
  firstError?: string;
};

/**
 * Sends requests over connections kept open, each as soon as the last is answered.
 * Bare sockets: a client that costs more than the server it measures would measure itself.
 */
export async function measureLoad(load: Load): Promise<Measured> {
  const times: number[] = [];
  let errors = 0;
  let firstError: string | undefined;
  const started = performance.now();
  const until = started + load.seconds * 1_000;

  await Promise.all(
    Array.from({ length: load.connections }, async (_, at) => {
      let socket = await open(load.port);
      while (performance.now() < until) {
        const sent = performance.now();
        const answer = await ask(socket, load.next(at));
        times.push(performance.now() - sent);
        if (answer.status < 200 || answer.status > 299) {
          errors++;
          firstError ??= `${answer.status} ${answer.body.toString().slice(0, 300)}`;
        }
        load.seen?.(at, answer);
        // A server may end a connection after so many requests; what is sent then is answered with 503.
        if (!/\r\nconnection: *close/i.test(answer.head)) continue;
        socket.destroy();
        socket = await open(load.port);
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const measured = {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    errors,
  };
  return firstError === undefined ? measured : { ...measured, firstError };
}

/** One request on a connection of its own. */
export async function askOnce(port: number, text: string): Promise<Answer> {
  const socket = await open(port);
  const answer = await ask(socket, text);
  socket.destroy();
  return answer;
}

export function toRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all = {
    Host: 'localhost',
    ...headers,
    ...(body === ''
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

function ask(socket: Socket, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = parseAnswer(received);
      if (!answer) return;
      finish();
      resolve(answer);
    };
    const fail = () => {
      finish();
      reject(new Error(`the connection was closed: ${received.toString('latin1', 0, 300)}`));
    };
    const finish = () => {
      socket.off('data', take);
      socket.off('close', fail);
    };
    socket.on('data', take);
    socket.on('close', fail);
    socket.write(text);
  });
}

/** Undefined while more is to come. */
function parseAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const body = received.subarray(end + 4);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined)
    return body.length < Number(length) ? undefined : { status, head, body };
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, head, body };
  return body.subarray(-5).equals(lastChunk) ? { status, head, body } : undefined;
}

const lastChunk = Buffer.from('0\r\n\r\n');
