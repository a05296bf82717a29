import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBlobs } from '../../../src/store/blobs/open-blobs.ts';
import { openTestApi } from '../../support/api.ts';
import { listBlobs } from '../../support/blobs.ts';
import { mountDisk } from '../../support/mount-disk.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const disk = await mountDisk(join(await openTemporaryFolder(), 'disk'));

// Only root can mount one.
describe.skipIf(disk === undefined)('a disk that is full', () => {
  test('refuses uploads, whole and in parts, and stores nothing of them', async () => {
    const blobs = await openBlobs({ folder: join(disk!, 'files') });
    const descriptor = studiesDescriptor();
    const api = await openTestApi({ descriptor: () => descriptor, blobs });
    onTestFinished(() => api.close());
    const asked = { as: 'admin', name: 'a.bin', field: 'studies.papers' };
    const large = randomBytes(2_000_000);

    const whole = await upload(api, large, asked);
    const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(large.length) };
    const begun = await upload(api, Buffer.alloc(0), { ...asked, headers });
    const path = begun.headers.get('Location')!;
    const part = await api.call('PATCH', path, {
      as: 'admin',
      body: large,
      headers: { 'Upload-Offset': '0' },
    });

    for (const { status, json, headers: sent } of [whole, part])
      expect([status, json.code, sent.has('Retry-After')]).toEqual([503, 'S014', true]);
    expect(await readdir(blobs.scratch)).toEqual([]);
    expect(await listBlobs(blobs, '')).toEqual([]);
    expect((await api.call('GET', path, { as: 'admin' })).json.received).toBe(0);
    expect((await upload(api, Buffer.from('small'), asked)).status).toBe(201);
  });
});
