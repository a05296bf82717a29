import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type SentAnswer = { status: number; headers: IncomingHttpHeaders; json: any };

type Sent = { headers?: Record<string, string | number>; body?: string | Uint8Array };

/** Somebody with an account and an address of their own, who sends files. */
export type Sender = ReturnType<typeof createSender>;

/** `isBusy` says whether the server still works on files. */
export function createSender(
  { port, localAddress, token }: { port: number; localAddress: string; token: string },
  isBusy: () => Promise<boolean>,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 });

  function send(method: string, path: string, { headers, body }: Sent = {}): Promise<SentAnswer> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          localAddress,
          agent,
          method,
          path,
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Length': Buffer.byteLength(body ?? ''),
            ...headers,
          },
        },
        (response) => {
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => isJson && pieces.push(piece));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              json: isJson ? JSON.parse(Buffer.concat(pieces).toString()) : undefined,
            }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  const named = (name: string) => ({
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });

  async function upload(bytes: Uint8Array, name: string, field = 'document'): Promise<string> {
    const path = `/api/files?field=studies.${field}`;
    const answer = await send('POST', path, { headers: named(name), body: bytes }).catch(
      ({ code }: NodeJS.ErrnoException) => code!,
    );
    return typeof answer === 'string' ? answer : toText(answer);
  }

  /** With a wrong token. */
  async function uploadAsNobody(bytes: Uint8Array): Promise<string> {
    const headers = { ...named('a.pdf'), Authorization: 'Bearer a.b.c' };
    const answer = await send('POST', '/api/files?field=studies.document', {
      headers,
      body: bytes,
    }).catch(({ code }: NodeJS.ErrnoException) => code!);
    return typeof answer === 'string' ? answer : toText(answer);
  }

  return {
    send,
    named,
    upload,
    uploadAsNobody,
    /** The `id` of a file. */
    async uploaded(bytes: Uint8Array): Promise<string> {
      const path = '/api/files?field=studies.papers';
      return (await send('POST', path, { headers: named('a.pdf'), body: bytes })).json.id;
    },
    async manyFiles(count: number): Promise<string[]> {
      const first = await send('POST', '/api/files?field=studies.papers', {
        headers: named('same.txt'),
        body: 'the same words',
      });
      const ids: string[] = [first.json.id];
      const headers = { 'Content-Type': 'application/json' };
      while (ids.length < count - 10) {
        const copies = Array.from({ length: 8 }, () =>
          send('POST', `/api/files/${ids[0]}/copies`, { headers, body: '{"title":""}' }),
        );
        const made = (await Promise.all(copies)).flatMap(({ json }) => json.id ?? []);
        if (made.length === 0) throw new Error('no more files are accepted');
        ids.push(...made);
      }
      return ids;
    },
    /** The path of the new record, or the answer if there is none. */
    async create(title: string, more: object): Promise<string> {
      const answer = await send('POST', '/api/studies', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, ...more }),
      });
      return answer.status === 201 ? `/api/studies/${answer.json._id}` : toText(answer);
    },
    async import(zip: Uint8Array): Promise<string> {
      const head =
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n';
      const answer = await send('POST', '/api/studies/import', {
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        body: Buffer.concat([Buffer.from(head), zip, Buffer.from('\r\n--x--\r\n')]),
      }).catch(({ code }: NodeJS.ErrnoException) => code!);
      if (typeof answer === 'string') return answer;
      const { created, failed } = answer.json;
      return answer.status === 200 ? `200 (${created} created, ${failed} failed)` : toText(answer);
    },
    /** A connection on which a request with a body of so many bytes has begun. */
    begin(method: string, path: string, size: number): Socket {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      socket.on('error', () => undefined);
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Disposition: attachment; filename="a.txt"\r\nContent-Length: ${size}\r\n\r\n`,
      );
      return socket;
    },
    async untilWorked(): Promise<void> {
      for (let at = 0; at < 600 && (await isBusy()); at += 1) await wait(200);
    },
  };
}

function toText({ status, json }: SentAnswer): string {
  const code: string | undefined = json?.problems?.[0]?.code ?? json?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}
