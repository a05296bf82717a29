import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { BlobStore } from '../../../src/store/blobs/blob-store.ts';
import { openS3Blobs } from '../../../src/store/blobs/s3-blobs.ts';
import { listBlobs, readBlob, storeBlob } from '../../support/blobs.ts';
import { openS3Server, type S3Trouble } from '../../support/s3-server.ts';

const server = await openS3Server();
afterAll(() => server.close());
afterEach(() => {
  server.trouble = undefined;
});

const limits = { connect: 5_000, idle: 30_000, retry: 1 };
const open = (): Promise<BlobStore> => openS3Blobs(server.place(), limits);

const operations: Record<string, (blobs: BlobStore) => Promise<unknown>> = {
  put: (blobs) => storeBlob(blobs, randomBytes(8)),
  read: (blobs) => blobs.read('uploads/1/0'),
  sizeOf: (blobs) => blobs.sizeOf('uploads/1/0'),
  remove: (blobs) => blobs.remove('uploads/1/0'),
  list: (blobs) => listBlobs(blobs, ''),
};

describe.each(Object.entries(operations))('%s', (_name, run) => {
  test.each([
    ['does not listen', 'unreachable', { endpoint: 'http://127.0.0.1:1' }],
    ['has no name', 'unreachable', { endpoint: 'http://none.invalid' }],
    ['does not speak TLS', 'unreachable', { endpoint: server.place().endpoint.replace(':', 's:') }],
    ['does not know the key', 'refused', { credentials: { key: 'none', secret: 'none' } }],
    ['has another secret', 'refused', { credentials: { key: 'the-key', secret: 'none' } }],
    ['has no such bucket', 'refused', { bucket: 'none' }],
  ])('fails if the store %s: %s', async (_case, reason, change) => {
    const blobs = await openS3Blobs({ ...server.place(), ...change }, limits);

    expect(await failureOf(run(blobs))).toMatchObject({ reason });
  });

  test.each<[string, S3Trouble]>([
    ['unreachable', { status: 503, code: 'SlowDown' }],
    ['unreachable', { status: 500 }],
    ['full', { status: 507 }],
    ['refused', { status: 301, code: 'PermanentRedirect' }],
    ['refused', { status: 400, code: 'AuthorizationHeaderMalformed' }],
    ['unreachable', 'silence'],
  ])('is %s when the answer is %j', async (reason, trouble) => {
    server.trouble = () => trouble;
    const blobs = await openS3Blobs(server.place(), { ...limits, idle: 50 });

    const failure = await failureOf(run(blobs));

    expect(failure).toMatchObject({ reason });
    expect(failure.message).not.toContain('the secret');
  });

  test.each<S3Trouble>([{ status: 503 }, { status: 429 }, 'reset'])(
    'tries again after %j',
    async (trouble) => {
      const methods: string[] = [];
      server.trouble = (request) => {
        const [method = ''] = request.split(' ');
        const isFirst = !methods.includes(method);
        methods.push(method);
        return isFirst ? trouble : undefined;
      };

      await run(await open());

      expect(methods.slice(0, 2)).toEqual([methods[0], methods[0]]);
    },
  );
});

describe('a store with a bad connection', () => {
  const bytes = randomBytes(3_000_000);

  test('loses no byte of a read when the connection breaks', async () => {
    const blobs = await open();
    const key = await storeBlob(blobs, bytes);
    server.trouble = () => ({ cutAfter: 1_000_000 });

    expect(await readBlob(blobs, key)).toEqual(bytes);
    expect(await readBlob(blobs, key, { start: 5, end: 2_500_000 })).toEqual(
      bytes.subarray(5, 2_500_001),
    );
  });

  test('fails a read instead of ending it early', async () => {
    const blobs = await open();
    const key = await storeBlob(blobs, bytes);
    let left = 1;
    server.trouble = () => ({ cutAfter: left-- > 0 ? 1_000 : 0 });

    const failure = await failureOf(readBlob(blobs, key));

    expect(failure).toMatchObject({ reason: 'unreachable' });
  });

  test('stores a file if the connection breaks once, and nothing if it always does', async () => {
    const blobs = await open();
    let left = 1;
    server.trouble = (request) =>
      request.startsWith('PUT') && left-- > 0 ? { cutAfter: 500_000 } : undefined;
    const key = await storeBlob(blobs, bytes);
    server.trouble = (request) => (request.startsWith('PUT') ? { cutAfter: 500_000 } : undefined);
    const failure = await failureOf(storeBlob(blobs, randomBytes(3_000_000)));

    expect(failure).toMatchObject({ reason: 'unreachable' });
    expect(await listBlobs(blobs, '')).toEqual([key]);
  });

  test.each([{ status: 507 }, { status: 413 }, { status: 403, code: 'QuotaExceeded' }])(
    'sends no file to a store that refuses it with %j',
    async (trouble) => {
      const blobs = await open();
      server.trouble = (request) => (request.startsWith('PUT') ? trouble : undefined);
      const before = server.received();

      expect(await failureOf(storeBlob(blobs, bytes))).toMatchObject({ reason: 'full' });
      expect(server.received() - before).toBeLessThan(10_000);
    },
  );

  test('waits for a slow reader, but not for a silent store', async () => {
    const blobs = await openS3Blobs(server.place(), { ...limits, idle: 500 });
    const key = await storeBlob(blobs, bytes);

    const requests: string[] = [];
    server.trouble = (request) => void requests.push(request);

    const stream = (await blobs.read(key))!;
    // Longer than the store may be silent; the time itself is what is tested.
    await wait(1_500);

    expect(await buffer(stream)).toEqual(bytes);
    expect(requests).toHaveLength(1);
  });

  test('ends the request when the reader leaves', async () => {
    const blobs = await open();
    const key = await storeBlob(blobs, randomBytes(20_000_000));
    const before = await server.connections();

    const stream = (await blobs.read(key))!;
    stream.destroy();

    await expect.poll(() => server.connections()).toBeLessThanOrEqual(before - 1);
  });
});

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return await work.then(
    () => {
      throw new Error('did not fail');
    },
    (error: Error) => error,
  );
}
