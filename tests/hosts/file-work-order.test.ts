import { expect, onTestFinished, test } from 'vitest';
import { openFileWork } from '../../src/hosts/open/open-file-work.ts';
import { openTestApi } from '../support/api.ts';
import { makePdf } from '../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../support/studies.ts';

test('a user whose files take too long waits for the files of others', async () => {
  const descriptor = studiesDescriptor();
  const api = await openTestApi({ descriptor: () => descriptor });
  onTestFinished(() => api.close());
  const add = async (text: string, as: string): Promise<string> =>
    (await upload(api, makePdf([text]), { as })).json.sha256;
  await add('costly', 'staff');
  const next = await add('next of them', 'staff');
  const other = await add('of somebody else', 'admin');

  const { database, blobs, media } = api.services;
  // Files are read in the order of their uploads.
  let isFirst = true;
  const text: typeof media.text = async (path, type) => {
    if (!isFirst) return await media.text(path, type);
    isFirst = false;
    return { failed: 'time' };
  };
  const stop = await openFileWork({ database, blobs, media: { ...media, text } }, api.services.log);
  const states = () =>
    database.rows(
      `select sha256, work_state as state, work_due > now() + interval '1 minute' as later
         from backoffice.blobs where sha256 = any($1::text[]) order by array_position($1::text[], sha256)`,
      [[next, other]],
    );

  await expect.poll(states, { timeout: 20_000 }).toEqual([
    { sha256: next, state: 'waiting', later: true },
    { sha256: other, state: 'done', later: expect.any(Boolean) },
  ]);
  await stop();
});
