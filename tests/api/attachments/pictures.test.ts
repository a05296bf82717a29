import { expect, onTestFinished, test } from 'vitest';
import { openFileWork } from '../../../src/hosts/open/open-file-work.ts';
import { openTestApi } from '../../support/api.ts';
import { makePicture } from '../../support/make-picture.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

test('a picture that is not ready, or will never be made, is not an error', async () => {
  const descriptor = studiesDescriptor();
  const api = await openTestApi({ descriptor: () => descriptor });
  onTestFinished(() => api.close());
  const field = 'studies.pictures';
  const png = await upload(api, await makePicture(30, 20), { name: 'a.png', field });
  const text = await upload(api, Buffer.from('words'), {
    as: 'admin',
    name: 'a.txt',
    field: 'studies.papers',
  });
  const small = (id: string, as = 'staff') =>
    api.call('GET', `/api/files/${id}?size=small`, { as });

  const early = await small(png.json.id);
  expect([early.status, early.text, early.headers.get('Retry-After')]).toEqual([204, '', '3']);
  expect(early.headers.get('Cache-Control')).toBe('no-store');
  expect((await small(text.json.id, 'admin')).status).toBe(404);

  const { database, blobs, media, log } = api.services;
  const stop = await openFileWork({ database, blobs, media }, log);
  await expect.poll(async () => (await small(png.json.id)).status, { timeout: 20_000 }).toBe(200);
  await stop();
});
