import type { IncomingMessage } from 'node:http';
import { lstat, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makePrivateFolder } from '../private-folder.ts';
import {
  BlobFailure,
  isBlobKey,
  isContentKey,
  type BlobRange,
  type BlobStore,
} from './blob-store.ts';
import { describeTarget, type S3Target } from './blob-target.ts';
import { failureOf, parseList, readAnswer, type S3Answer } from './s3-answer.ts';
import { readThrough } from './s3-read.ts';
import { createS3Sender, usualLimits, type S3Limits, type S3Request } from './s3-request.ts';
import { openScratch } from './scratch-folder.ts';

/** The most bytes that S3 stores in one request. */
const LARGEST = 5 * 2 ** 30;

/**
 * Blobs in a bucket of an S3-compatible store, which exists and which this server may read, write and list. Addresses
 * are path-style, which every such store understands.
 */
export async function openS3Blobs(
  target: S3Target,
  limits: S3Limits = usualLimits,
): Promise<BlobStore> {
  const { ask, findSize, get, toFailure } = createBucket(target, limits);
  const scratch = await openOwnScratch();

  return {
    place: describeTarget(target),
    scratch,
    async put(key, path, size) {
      const file = { path, size, sha256: isContentKey(key) ? key : undefined };
      const stats = await stat(path);
      if (stats.size !== size) throw new Error(`${path} has ${stats.size} bytes, not ${size}`);
      checkKey(key);
      if (size > LARGEST) throw new BlobFailure('full', `${key} is too large for an S3 store`);
      if ((await findSize(key)) === size) return;
      const answer = await ask({ method: 'PUT', key, file });
      if (answer.status >= 300) throw failureOf(answer, `PUT ${key}`);
    },
    async read(key, range) {
      checkKey(key);
      const response = await get(key, range);
      if (response === undefined) return undefined;
      if (response === 'behind the end') return Readable.from([], { objectMode: false });
      return readThrough(response, {
        start: range?.start ?? 0,
        toFailure,
        resume: async (at) => {
          const next = await get(key, { ...range, start: at });
          if (typeof next === 'object') return next;
          throw new BlobFailure('unreachable', `${key} was removed while it was read`);
        },
      });
    },
    async sizeOf(key) {
      checkKey(key);
      const size = await findSize(key);
      if (size !== undefined) return size;
      const answer = await ask({ method: 'HEAD' });
      if (answer.status === 200) return undefined;
      throw failureOf({ ...answer, code: 'NoSuchBucket' }, 'HEAD of the bucket');
    },
    async remove(key) {
      checkKey(key);
      const answer = await ask({ method: 'DELETE', key });
      if (answer.status < 300) return;
      if (answer.status !== 404 || answer.code === 'NoSuchBucket')
        throw failureOf(answer, `DELETE ${key}`);
    },
    list: (prefix) => listBlobs(ask, target.prefix, prefix),
  };
}

/** The requests of a bucket that several members of its store make. */
function createBucket(target: S3Target, limits: S3Limits) {
  const { send, toFailure } = createS3Sender(target, limits);

  async function ask(todo: S3Request): Promise<S3Answer> {
    return await read(await send(todo));
  }

  async function read(response: IncomingMessage): Promise<S3Answer> {
    try {
      return await readAnswer(response);
    } catch (error) {
      throw toFailure(error as Error);
    }
  }

  /** To `HEAD` a store answers without a body, so that a missing key looks like a missing bucket. */
  async function findSize(key: string): Promise<number | undefined> {
    const answer = await ask({ method: 'HEAD', key });
    if (answer.status === 200) return Number(answer.headers['content-length']);
    if (answer.status === 404) return undefined;
    throw failureOf(answer, `HEAD ${key}`);
  }

  /** The answer with the bytes, or undefined if there is no such key, or no byte in the range. */
  async function get(key: string, range?: Partial<BlobRange>) {
    const headers = { Range: `bytes=${range?.start}-${range?.end ?? ''}` };
    const response = await send({ method: 'GET', key, ...(range && { headers }) });
    if (response.statusCode === (range ? 206 : 200)) return response;
    if (response.statusCode === 200) {
      response.destroy();
      throw new BlobFailure('unreachable', `the file store answers no ranges (GET ${key})`);
    }
    const answer = await read(response);
    if (answer.status === 416) return 'behind the end';
    if (answer.status === 404 && answer.code !== 'NoSuchBucket') return undefined;
    throw failureOf(answer, `GET ${key}`);
  }

  return { ask, findSize, get, toFailure };
}

async function* listBlobs(
  ask: (request: S3Request) => Promise<S3Answer>,
  folder: string,
  prefix: string,
): ReturnType<BlobStore['list']> {
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      prefix: `${folder}${prefix}`,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const answer = await ask({ method: 'GET', query });
    if (answer.status !== 200) throw failureOf(answer, 'GET of a list');
    const { blobs, next } = parseList(answer.body);
    for (const { key, ...blob } of blobs) {
      const own = key.slice(folder.length);
      if (isBlobKey(own)) yield { key: own, ...blob };
    }
    token = next;
  } while (token !== undefined);
}

function checkKey(key: string): void {
  if (!isBlobKey(key) || key.startsWith('incoming/')) throw new Error(`${key} is no key`);
}

/** A folder that belongs to this user, since anybody may make one in the folder for temporary files. */
async function openOwnScratch(): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `backoffice-files-${uid}`);
  makePrivateFolder(folder);
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== uid)
    throw new Error(`${folder} belongs to another user; set TMPDIR to a folder of this user`);
  return await openScratch(folder);
}
