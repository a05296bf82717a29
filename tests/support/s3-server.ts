import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseBlobUrl, type S3Target } from '../../src/store/blobs/blob-target.ts';

/** What goes wrong with requests: an answer with an error, no answer, no connection any more, at once
 * or after so many bytes. */
export type S3Trouble =
  { status: number; code?: string } | 'silence' | 'reset' | { cutAfter: number };

export type S3Server = {
  /** A place of its own in the bucket. */
  place(): S3Target;
  /** Called with each request, such as `PUT 2`: the second one that puts. */
  trouble: ((request: string) => S3Trouble | undefined) | undefined;
  /** How many there were of a method. */
  requests(method: string): number;
  /** How many there are. */
  connections(): Promise<number>;
  /** All bytes so far. */
  received(): number;
  close(): Promise<void>;
};

const KEY = 'the-key';
const SECRET = 'the secret/of+tests';
const BUCKET = 'files';
/** Small, so that tests see pages. */
const PAGE = 3;

/**
 * An S3 store in memory. It checks AWS Signature V4 and the SHA-256 of bodies, agrees to bodies (100 Continue), and
 * answers ranges and lists in pages, with the errors of S3.
 */
export async function openS3Server(): Promise<S3Server> {
  const blobs = new Map<string, { bytes: Buffer; at: Date }>();
  const counts = new Map<string, number>();
  const server = createServer({ keepAliveTimeout: 60_000 });
  server.on('request', (request, response) => void answer(request, response));
  server.on('checkContinue', (request, response) => void answer(request, response));
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method!;
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    const trouble = opened.trouble?.(`${method} ${count}`);
    try {
      if (trouble === 'silence') return;
      if (trouble === 'reset') return void request.socket.resetAndDestroy();
      if (trouble && 'status' in trouble) throw new S3Error(trouble.status, trouble.code);
      checkSignature(request);
      const url = new URL(request.url!, 'http://store');
      const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
      if (bucket !== BUCKET) throw new S3Error(404, 'NoSuchBucket');
      if (request.headers.expect) response.writeContinue();
      const bytes = method === 'PUT' ? await receive(request, trouble) : undefined;
      const key = rest.join('/');
      const stored = blobs.get(key);
      if (bytes) {
        blobs.set(key, { bytes, at: new Date() });
        response.end();
      } else if (key === '') {
        response.end(method === 'HEAD' ? '' : listPage(blobs, url.searchParams));
      } else if (method === 'DELETE') {
        blobs.delete(key);
        response.writeHead(204).end();
      } else if (stored) send(request, response, stored.bytes, trouble);
      else throw new S3Error(404, 'NoSuchKey');
    } catch (error) {
      if (!(error instanceof S3Error)) return void response.destroy();
      const body = `<?xml version="1.0"?>\n<Error><Code>${error.message}</Code><Message>So it is</Message></Error>`;
      response.writeHead(error.status).end(method === 'HEAD' ? '' : body);
    }
  }

  const opened: S3Server = {
    place: () => ({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      prefix: `${randomUUID()}/`,
      region: 'eu-central-1',
      credentials: { key: KEY, secret: SECRET },
    }),
    trouble: undefined,
    requests: (method) => counts.get(method) ?? 0,
    connections: () => promisify(server.getConnections.bind(server))(),
    received: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return opened;
}

/** A place of its own in the store at `TEST_S3_URL`, if there is one (`tests/faults/swift.ts`). */
export function otherStore(): S3Target | undefined {
  const url = process.env['TEST_S3_URL'];
  return url === undefined
    ? undefined
    : { ...(parseBlobUrl(url) as S3Target), prefix: `${randomUUID()}/` };
}

class S3Error extends Error {
  readonly status: number;

  constructor(status: number, code = 'InternalError') {
    super(code);
    this.status = status;
  }
}

async function receive(request: IncomingMessage, trouble?: S3Trouble): Promise<Buffer> {
  if (typeof trouble === 'object' && 'cutAfter' in trouble) {
    let received = 0;
    for await (const chunk of request) {
      received += (chunk as Buffer).length;
      if (received >= trouble.cutAfter) throw new Error('cut');
    }
  }
  const bytes = await buffer(request);
  const expected = request.headers['x-amz-content-sha256'];
  const found = createHash('sha256').update(bytes).digest('hex');
  if (expected !== 'UNSIGNED-PAYLOAD' && expected !== found)
    throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  return bytes;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  trouble?: S3Trouble,
): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1;
  if (from !== undefined && start >= bytes.length) throw new S3Error(416, 'InvalidRange');
  response.writeHead(from === undefined ? 200 : 206, {
    'Content-Length': end + 1 - start,
    'Content-Range': `bytes ${start}-${end}/${bytes.length}`,
  });
  if (typeof trouble === 'object' && 'cutAfter' in trouble)
    response.write(bytes.subarray(start, start + trouble.cutAfter), () => response.destroy());
  else response.end(request.method === 'HEAD' ? '' : bytes.subarray(start, end + 1));
}

function listPage(blobs: Map<string, { bytes: Buffer; at: Date }>, query: URLSearchParams): string {
  if (query.get('list-type') !== '2') throw new S3Error(400, 'InvalidArgument');
  const after = query.get('continuation-token') ?? '';
  const keys = [...blobs.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted();
  const contents = keys.slice(0, PAGE).map((key) => {
    const { bytes, at } = blobs.get(key)!;
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const next =
    keys.length > PAGE ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?>\n<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}

/** As the documentation of AWS describes it ("Authenticating Requests: Using the Authorization Header"). */
function checkSignature({ method, url = '', headers }: IncomingMessage): void {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(.+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!parts) throw new S3Error(403, 'AccessDenied');
  const [, key, day = '', region = '', signed = '', signature] = parts;
  if (key !== KEY) throw new S3Error(403, 'InvalidAccessKeyId');
  const at = String(headers['x-amz-date']);
  const required = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (!at.startsWith(day) || !required.every((name) => signed.split(';').includes(name)))
    throw new S3Error(403, 'AccessDenied');
  const [path, query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    at,
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (secret: string | Buffer, value: string): Buffer =>
    createHmac('sha256', secret).update(value).digest();
  const signingKey = [region, 's3', 'aws4_request'].reduce(
    (secret: Buffer, value) => hmac(secret, value),
    hmac(`AWS4${SECRET}`, day),
  );
  if (hmac(signingKey, text).toString('hex') !== signature)
    throw new S3Error(403, 'SignatureDoesNotMatch');
}
