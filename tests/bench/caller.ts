import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Somebody with an address of their own on this machine. */
export type Caller = {
  signIn(email: string, password: string): Promise<void>;
  /** The status, when all of the answer is there. */
  ask(
    method: string,
    path: string,
    body?: object | string | Buffer,
    type?: string,
  ): Promise<number>;
  /** The status and the JSON of an answer. */
  read(
    method: string,
    path: string,
    body?: object | string | Buffer,
    type?: string,
  ): Promise<{ status: number; body: unknown }>;
  /** A connection on which a request with these headers was begun. */
  begin(head: string): Socket;
  authorization(): string;
  hangUp(): void;
};

export function createCaller(port: number, localAddress: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const sockets = new Set<Socket>();
  let token = '';

  function send(
    method: string,
    path: string,
    body: object | string | Buffer | undefined,
    type: string,
  ): Promise<IncomingMessage> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = isRaw ? body : body && JSON.stringify(body);
    const headers = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(method === 'PATCH' && { 'If-Match': '*' }),
      ...(bytes && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(bytes) }),
    };
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, localAddress, agent, method, path, headers, timeout: 60_000 },
        resolve,
      );
      asked.on('error', reject);
      asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')));
      asked.end(bytes);
    });
  }

  return {
    async signIn(email, password) {
      const answer = await send('POST', '/api/users/login', { email, password }, JSON_TYPE);
      const found = JSON.parse(await textOf(answer)) as { token?: string };
      if (found.token === undefined) throw new Error(`${email}: ${JSON.stringify(found)}`);
      ({ token } = found);
    },
    async ask(method, path, body, type = JSON_TYPE) {
      const answer = await send(method, path, body, type);
      for await (const _ of answer);
      return answer.statusCode ?? 0;
    },
    async read(method, path, body, type = JSON_TYPE) {
      const answer = await send(method, path, body, type);
      const text = await textOf(answer);
      return { status: answer.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) };
    },
    begin(head) {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      socket.write(head);
      return socket;
    },
    authorization: () => (token ? `Authorization: Bearer ${token}\r\n` : ''),
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const JSON_TYPE = 'application/json';

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  return text;
}
