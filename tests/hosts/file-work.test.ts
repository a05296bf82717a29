import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFileWork } from '../../src/hosts/open/open-file-work.ts';
import { BlobFailure } from '../../src/store/blobs/blob-store.ts';
import { claimBlobWork, storeWork } from '../../src/store/system/files/blob-work.ts';
import { removeUnused } from '../../src/store/system/files/remove-unused.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { listBlobs, readBlob } from '../support/blobs.ts';
import { makeLockedPdf, makePdf } from '../support/make-pdf.ts';
import { makePicture } from '../support/make-picture.ts';
import { studiesDescriptor, upload } from '../support/studies.ts';

let api: TestApi;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
});
afterEach(async () => {
  await rest();
  const left = await readdir(api.services.blobs.scratch);
  await api.close();
  if (left.length > 0) throw new Error(`the work left ${left.join()}`);
});

type Changes = Partial<Parameters<typeof openFileWork>[0]>;

/** Begins the work on files, as a server does. */
async function work(changes: Changes = {}): Promise<void> {
  const { database, blobs, media } = api.services;
  stops.push(await openFileWork({ database, blobs, media, ...changes }, api.services.log));
}

const rest = async () => void (await Promise.all(stops.splice(0).map((stop) => stop())));

async function add(bytes: Uint8Array, name = 'study.pdf'): Promise<{ id: string; sha256: string }> {
  const field = name.endsWith('.png') ? 'studies.pictures' : 'studies.document';
  const { json } = await upload(api, bytes, { name, field });
  return json;
}

const states = () =>
  api.database.rows(
    `select work_state as state, work_attempts as attempts, work_error as error, work_lease is not null as "isHeld"
     from backoffice.blobs order by created_at`,
  );
const texts = (sha256: string) =>
  api.database.rows(
    'select page, text from backoffice.blob_texts where sha256 = $1 order by page, part',
    [sha256],
  );
const beDue = () =>
  api.database.query(`update backoffice.blobs set work_due = now() - interval '1 second'`);
const patience = { timeout: 20_000 };

describe('the work on a file', () => {
  test('makes its pictures and reads its text by page, at once', async () => {
    await work();
    const { id, sha256 } = await add(makePdf(['Bisphenol A migrates', '', 'into food']));
    await expect.poll(states, patience).toMatchObject([{ state: 'done', error: null }]);

    expect(await texts(sha256)).toEqual([
      { page: 1, text: 'Bisphenol A migrates' },
      { page: 3, text: 'into food' },
    ]);
    const small = await api.call('GET', `/api/files/${id}?size=small`, { as: 'staff' });
    expect([small.status, small.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    const large = await readBlob(api.services.blobs, `derived/${sha256}/large.webp`);
    expect((await sharp(large).metadata()).height).toBe(1600);
  });

  test('runs once for the same bytes, and its results are deleted with them', async () => {
    const names: string[] = [];
    const { media } = api.services;
    const text: typeof media.text = (path, type) => (names.push(type), media.text(path, type));
    await work({ media: { ...media, text } });
    const { sha256 } = await add(makePdf(['one']));
    await expect.poll(states, patience).toMatchObject([{ state: 'done' }]);
    await add(makePdf(['one']), 'other.pdf');
    await add(await makePicture(30, 20), 'a.png');
    await expect.poll(states, patience).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect(names).toHaveLength(1);

    await rest();
    await api.database.query(`update backoffice.files set created_at = now() - interval '2 days'`);
    await removeUnused(api.database, api.services.blobs, api.descriptor);
    expect(await texts(sha256)).toEqual([]);
    expect(await listBlobs(api.services.blobs, '')).toEqual([]);
  });

  test('is shared by two servers without double work', async () => {
    const read: string[] = [];
    const other = await api.openReplica();
    const spying = ({ media }: TestApi['services']): Changes => ({
      media: {
        ...media,
        text: async (path, type) => {
          const found = await media.text(path, type);
          if ('pages' in found) read.push(found.pages.join());
          return found;
        },
      },
    });
    for (const each of ['a', 'b', 'c', 'd', 'e']) await add(makePdf([each]));
    await work(spying(api.services));
    await work({ database: other.database, ...spying(other.services) });
    await expect
      .poll(states, patience)
      .toMatchObject(Array.from({ length: 5 }, () => ({ state: 'done', attempts: 1 })));

    expect(read.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    await rest();
    await other.close();
  });

  test('continues after a server died, which then stores nothing more', async () => {
    const { sha256 } = await add(makePdf(['words']));
    const died = await claimBlobWork(api.database, { scans: false });
    expect(await claimBlobWork(api.database, { scans: false })).toBeUndefined();
    await beDue();
    await work();
    await expect.poll(states, patience).toMatchObject([{ state: 'done', attempts: 2 }]);

    const stores = storeWork(api.database, died!, (sql) =>
      sql.query('delete from backoffice.blob_texts'),
    );
    expect(await stores).toBe(false);
    expect(await texts(sha256)).toHaveLength(1);
  });

  test('ends if the server died in each of three attempts', async () => {
    await add(makePdf(['deadly']));
    for (let attempt = 1; attempt <= 3; attempt++) {
      await claimBlobWork(api.database, { scans: false });
      await beDue();
    }
    await work();

    await expect.poll(states, patience).toMatchObject([{ state: 'failed', error: 'interrupted' }]);
  });

  test('is tried three times with longer and longer pauses, and keeps the reason', async () => {
    const { id } = await add(makeLockedPdf());
    const pauses: number[] = [];
    await work();
    for (const attempts of [1, 2]) {
      await expect
        .poll(states, patience)
        .toMatchObject([{ state: 'waiting', attempts, error: 'broken', isHeld: false }]);
      await rest();
      const pause = 'select extract(epoch from work_due - now())::int from backoffice.blobs';
      pauses.push(await api.database.value<number>(pause));
      await beDue();
      await work();
    }
    await expect
      .poll(states, patience)
      .toMatchObject([{ state: 'failed', attempts: 3, error: 'broken' }]);

    expect(pauses[0]).toBeGreaterThan(30);
    expect(pauses[1]).toBeGreaterThan(300);
    const { status } = await api.call('GET', `/api/files/${id}?size=small`, { as: 'staff' });
    expect(status).toBe(404);
    await add(makeLockedPdf());
    await expect.poll(states, patience).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });

  test('does not count attempts while the store of files cannot be reached', async () => {
    const { blobs } = api.services;
    const read = async () => Promise.reject(new BlobFailure('unreachable', 'no'));
    await add(makePdf(['words']));
    await work({ blobs: { ...blobs, read } });
    await expect
      .poll(() => api.log.map(({ message }) => message))
      .toContainEqual('The work on a file stopped unexpectedly');
    await rest();

    expect(await states()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  test('fails if the store has lost the bytes', async () => {
    const { sha256 } = await add(makePdf(['words']));
    await api.services.blobs.remove(sha256);
    await work();
    await expect.poll(states, patience).toMatchObject([{ state: 'waiting', error: 'missing' }]);
  });

  test('is left to other servers when the server stops in the middle', async () => {
    await add(makePdf(['words']));
    const { media } = api.services;
    const text = async () => {
      void rest();
      return { failed: 'broken' } as const;
    };
    await work({ media: { ...media, text } });
    await expect
      .poll(states, patience)
      .toMatchObject([{ state: 'waiting', attempts: 0, error: null }]);
  });
});

describe('a scanner that came after the file', () => {
  const scanning = (verdict: 'clean' | 'infected' | 'failed'): Changes => ({
    scan: async () => verdict,
  });

  test('checks it before anybody can open it', async () => {
    const { id } = await add(makePdf(['words']));
    await work();
    await expect.poll(states, patience).toMatchObject([{ state: 'done' }]);
    await rest();
    const replica = await api.openReplica(scanning('clean'));
    const get = () => replica.call('GET', `/api/files/${id}`, { as: 'staff' });
    expect((await get()).json.code).toBe('S038');

    await work(scanning('clean'));
    await expect.poll(async () => (await get()).status).toBe(200);
    await replica.close();
  });

  test('removes an infected one, with its text and pictures', async () => {
    const { id, sha256 } = await add(makePdf(['words']));
    await work();
    await expect.poll(states, patience).toMatchObject([{ state: 'done' }]);
    await rest();
    await work(scanning('infected'));
    await expect.poll(states, patience).toMatchObject([{ state: 'failed', error: 'infected' }]);

    expect(await texts(sha256)).toEqual([]);
    expect(await listBlobs(api.services.blobs, 'derived/')).toEqual([]);
    const replica = await api.openReplica(scanning('clean'));
    const { status, json } = await replica.call('GET', `/api/files/${id}`, { as: 'staff' });
    expect([status, json.code]).toEqual([403, 'V068']);
    await upload(replica, makePdf(['words']));
    await expect.poll(states, patience).toMatchObject([{ state: 'done', error: null }]);
    await replica.close();
  });

  test('that does not work is tried again, and does not count as an attempt', async () => {
    await add(makePdf(['words']));
    let asked = 0;
    await work({ scan: async () => (asked++, 'failed') });
    await expect.poll(() => asked).toBe(1);
    await rest();

    expect(await states()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });
});
