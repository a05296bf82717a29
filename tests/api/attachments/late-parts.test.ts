import { expect, onTestFinished, test } from 'vitest';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { listBlobs } from '../../support/blobs.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const pdf = makePdf(['Bisphenol A migrates']);

test('an upload has its own bytes, although a part of a broken connection is stored late', async () => {
  const descriptor = studiesDescriptor();
  const uploadLimits = { leastPart: 1 };
  const api = await openTestApi({ descriptor: () => descriptor, uploadLimits });
  onTestFinished(() => api.close());
  const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(pdf.length) };
  const begun = await upload(api, Buffer.alloc(0), { headers });
  const path = begun.headers.get('Location')!;
  const send = (to: TestApi, from: number, body: Buffer, token: string) =>
    to.call('PATCH', path, { token, body, headers: { 'Upload-Offset': String(from) } });
  const { blobs } = api.services;
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const put: typeof blobs.put = async (...args) => {
    reached.resolve();
    await open.promise;
    await blobs.put(...args);
  };
  const slow = await api.openReplica({ blobs: { ...blobs, put } });
  const token = await api.tokenOf('staff');
  const late = send(slow, 0, pdf.subarray(0, 100), token);
  await reached.promise;

  expect((await send(api, 0, pdf.subarray(0, 300), token)).status).toBe(204);
  open.resolve();
  expect((await late).json.problems[0].code).toBe('Q025');
  const last = await send(api, 300, pdf.subarray(300), token);

  await slow.close();
  expect(last.json?.sha256).toBe((await upload(api, pdf)).json.sha256);
  expect(await listBlobs(blobs, 'uploads/')).toEqual([]);
});
