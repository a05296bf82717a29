import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way to the server, which can be cut, and on which a newer build can seem to have come. */
export type Line = {
  url: string;
  cut(): void;
  mend(): void;
  /** Another answer for a path, from the server's own. */
  rewrite: (path: string, text: string) => string | undefined;
  close(): void;
};

/** A proxy as one stands before the server in production. */
export async function openLine(target: string): Promise<Line> {
  let isCut = false;
  const server = createServer((asked, answer) => {
    if (isCut) asked.socket.destroy();
    else pass(asked, answer);
  });
  const line: Line = {
    url: '',
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => void (isCut = false),
    rewrite: (_, text) => text,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };

  function pass(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? '/';
    const { method } = asked;
    const isOurs = !path.startsWith('/api/') && !path.endsWith('.png');
    const headers = { ...asked.headers, ...(isOurs ? { 'accept-encoding': 'identity' } : {}) };
    const passed = request(new URL(path, target), { method, headers }, (given) => {
      if (!isOurs || given.statusCode === 304) {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      } else void rewrite(path, given, answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }

  async function rewrite(path: string, given: IncomingMessage, answer: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of given) parts.push(part as Buffer);
    const text = line.rewrite(path, Buffer.concat(parts).toString());
    const { 'content-length': _, etag: __, ...headers } = given.headers;
    // As the server has it: that a file is gone is not kept.
    if (text === undefined) answer.writeHead(404);
    else answer.writeHead(given.statusCode ?? 502, headers);
    answer.end(text);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}
