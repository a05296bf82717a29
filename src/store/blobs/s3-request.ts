import { createReadStream } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import aws4 from 'aws4';
import { BlobFailure } from './blob-store.ts';
import type { S3Target } from './blob-target.ts';

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of a blob; without it the request is for the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The body. `sha256` is hexadecimal, if it is known. */
  file?: { path: string; size: number; sha256?: string | undefined };
};

/** In milliseconds: to connect; without any byte in either direction; before an attempt after a failed one. */
export type S3Limits = { connect: number; idle: number; retry: number };

export const usualLimits: S3Limits = { connect: 5_000, idle: 30_000, retry: 200 };

/** Attempts of a request whose connection was cut or whose store was busy. Repeating one of ours does no harm. */
const ATTEMPTS = 3;

/** A body of more bytes waits until the store has agreed to it. */
const LARGE = 1_000_000;

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Sends signed requests to the store. Answers may have any status below 500; the body of each has to be read. */
export function createS3Sender(target: S3Target, limits: S3Limits) {
  const endpoint = new URL(target.endpoint);
  const isSecure = endpoint.protocol === 'https:';
  const { request, Agent } = isSecure ? https : http;
  // Without a limit of sockets: readers who pause keep theirs, and nobody should wait for them.
  const agent = new Agent({ keepAlive: true });

  async function send(todo: S3Request): Promise<http.IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOnce(todo).catch((error: unknown) => error as Error);
      const isAnswer = outcome instanceof http.IncomingMessage;
      if (isAnswer && !isBusy(outcome)) return outcome;
      if (attempt === ATTEMPTS || !(isAnswer || isCut(outcome))) {
        if (!isAnswer) throw outcome;
        return outcome;
      }
      if (isAnswer) outcome.resume();
      await wait(limits.retry * 4 ** (attempt - 1));
    }
  }

  function sendOnce(todo: S3Request) {
    const { method, file } = todo;
    const signed = sign(target, todo);
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      const call = request(endpoint, {
        agent,
        method,
        path: signed.path ?? '/',
        headers: signed.headers,
      });
      call.on('error', (error) => reject(toFailure(error)));
      call.on('response', (response) => {
        // The store may answer before it has received the whole request.
        response.once('end', () => void (call.writableFinished || call.destroy()));
        resolve(response);
      });
      limitConnect(call, isSecure ? 'secureConnect' : 'connect', limits.connect);
      limitSilence(call, limits.idle);
      if (!file) call.end();
      else sendBody(call, file, reject);
    });
  }

  function toFailure(error: Error): BlobFailure {
    const message = `the file store ${target.endpoint} cannot be used: ${error.message}`;
    return new BlobFailure('unreachable', message, { cause: error });
  }

  return { send, toFailure };
}

function sign(target: S3Target, { method, key, query, headers, file }: S3Request) {
  const path = `/${target.bucket}${key === undefined ? '' : `/${target.prefix}${key}`}`;
  return aws4.sign(
    {
      service: 's3',
      region: target.region,
      method,
      path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
      headers: {
        ...headers,
        Host: new URL(target.endpoint).host,
        'X-Amz-Content-Sha256': file ? (file.sha256 ?? 'UNSIGNED-PAYLOAD') : EMPTY,
        ...(file && { 'Content-Length': String(file.size) }),
        ...(file && file.size > LARGE && { Expect: '100-continue' }),
      },
    },
    {
      accessKeyId: target.credentials?.key ?? '',
      secretAccessKey: target.credentials?.secret ?? '',
    },
  );
}

/** Ends a request whose connection takes too long to be `opened`. */
function limitConnect(call: http.ClientRequest, opened: string, limit: number): void {
  call.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(
      () => call.destroy(new Error(`no connection within ${limit} ms`)),
      limit,
    );
    socket.once(opened, () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
}

/** Ends a request of which nothing is heard, unless it is the reader of the answer who takes the time. */
function limitSilence(call: http.ClientRequest, limit: number): void {
  let response: http.IncomingMessage | undefined;
  call.once('response', (begun) => (response = begun));
  call.on('timeout', () => {
    if (response && response.readableLength > 0) call.setTimeout(limit);
    else (response ?? call).destroy(new Error(`silent for ${limit} ms`));
  });
  call.setTimeout(limit);
}

/** Sends a large body only when the store agrees, so that a refusal does not cost gigabytes. */
function sendBody(
  call: http.ClientRequest,
  { path, size }: NonNullable<S3Request['file']>,
  failed: (error: Error) => void,
): void {
  let isDecided = false;
  const begin = (): void => {
    if (isDecided) return;
    isDecided = true;
    const bytes = createReadStream(path, { highWaterMark: 256 * 1_024 });
    // A failure of the file is none of the store.
    bytes.on('error', failed);
    pipeline(bytes, call, () => undefined);
  };
  if (size <= LARGE) return begin();
  call.once('continue', begin);
  call.once('response', () => (isDecided = true));
  // RFC 9110, 10.1.1: a server may never send 100, so nobody waits for it without end.
  const timer = setTimeout(begin, 1_000);
  for (const event of ['continue', 'response', 'close'])
    call.once(event, () => clearTimeout(timer));
}

function isBusy({ statusCode = 0 }: http.IncomingMessage): boolean {
  return [429, 500, 502, 503, 504].includes(statusCode);
}

/** A store may close a connection that waits for the next request, in the moment that it is sent. */
function isCut(error: Error): boolean {
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return ['ECONNRESET', 'EPIPE'].includes(code ?? '');
}
