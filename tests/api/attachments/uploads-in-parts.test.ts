import { afterAll, describe, expect, test } from 'vitest';
import { readUsage } from '../../../src/store/system/files/uploads.ts';
import { openTestApi, type TestAnswer } from '../../support/api.ts';
import { leavesNothing } from '../../support/leaves-nothing.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor, uploadLimits: { leastPart: 1 } });
afterAll(() => api.close());

leavesNothing(() => api);

const limits = { own: false, all: false };
const pdf = makePdf(['Bisphenol A migrates']);
const count = (table: string) =>
  api.database.value<number>(`select count(*)::int from backoffice.${table}`);
const problemOf = ({ status, json }: TestAnswer) => [status, json?.problems?.[0]?.code];

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of api.services.blobs.list(prefix)) found.push(key);
  return found;
}

describe('an upload in parts', () => {
  const start = (size: number, headers = {}) =>
    upload(api, Buffer.alloc(0), {
      headers: { 'Upload-Complete': '?0', 'Upload-Length': String(size), ...headers },
    });
  const send = (path: string, from: number, bytes: Buffer, as = 'staff') =>
    api.call('PATCH', path, { as, body: bytes, headers: { 'Upload-Offset': String(from) } });

  test('arrives in parts, and returns the file', async () => {
    const begun = await start(pdf.length);
    const path = begun.headers.get('Location')!;
    expect([begun.status, begun.headers.get('Upload-Offset')]).toEqual([201, '0']);

    const first = await send(path, 0, pdf.subarray(0, 100));
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, '100']);
    const known = await api.call('HEAD', path, { as: 'staff' });
    expect([known.status, known.headers.get('Upload-Offset')]).toEqual([200, '100']);
    const last = await send(path, 100, pdf.subarray(100));
    expect(last.json).toMatchObject({
      name: 'study.pdf',
      size: pdf.length,
      type: 'application/pdf',
    });

    const bytes = await api.call('GET', `/api/files/${last.json.id}`, { as: 'staff' });
    expect(bytes.text.length).toBeGreaterThan(0);
    expect(await keys('uploads/')).toEqual([]);
  });

  test('returns its file again after a lost response, and is stored once', async () => {
    const path = (await start(pdf.length)).headers.get('Location')!;
    await send(path, 0, pdf.subarray(0, 100));
    const { waiting } = await readUsage(api.database, api.userId('staff'), limits);
    const { json: file } = await send(path, 100, pdf.subarray(100));
    const files = await count('files');

    const known = await api.call('GET', path, { as: 'staff' });
    expect([known.status, known.json]).toEqual([
      200,
      {
        id: path.split('/').at(-1),
        name: 'study.pdf',
        size: pdf.length,
        received: pdf.length,
        file,
      },
    ]);
    for (const from of [100, pdf.length]) {
      const again = await send(path, from, pdf.subarray(from));
      expect([again.status, again.json]).toEqual([201, file]);
    }
    const wrong = await send(path, 0, pdf.subarray(0, 100));
    expect([...problemOf(wrong), wrong.headers.get('Upload-Offset')]).toEqual([
      409,
      'Q025',
      String(pdf.length),
    ]);
    expect((await api.call('GET', path, { as: 'admin' })).status).toBe(404);
    expect(await count('files')).toBe(files);
    // The finished upload counts as its file only.
    const usage = await readUsage(api.database, api.userId('staff'), limits);
    expect(usage.waiting).toEqual(waiting);
  });

  test('makes one file if two requests finish it at once', async () => {
    const path = (await start(pdf.length)).headers.get('Location')!;
    const files = await count('files');
    // A scanner that cannot be reached leaves an upload with all its bytes.
    const replica = await api.openReplica({ scan: async () => 'failed' });
    const headers = { 'Upload-Offset': '0' };
    const stopped = await replica.call('PATCH', path, { as: 'staff', body: pdf, headers });
    await replica.close();
    expect(problemOf(stopped)).toEqual([503, 'S039']);

    const end = () => send(path, pdf.length, Buffer.alloc(0));
    const both = await Promise.all([end(), end()]);

    const { json } = await api.call('GET', path, { as: 'staff' });
    for (const each of both.filter(({ status }) => status === 201))
      expect(each.json).toEqual(json.file);
    // One of them may come when the parts are gone already; its sender asks again.
    expect(both.map(({ status }) => status)).toContain(201);
    expect(both.every(({ status }) => [201, 503].includes(status))).toBe(true);
    expect(await count('files')).toBe(files + 1);
  });

  test('reports where it must continue, and lets nobody else continue it', async () => {
    const path = (await start(pdf.length)).headers.get('Location')!;
    await send(path, 0, pdf.subarray(0, 100));

    const wrong = await send(path, 50, pdf.subarray(50, 100));
    expect([...problemOf(wrong), wrong.headers.get('Upload-Offset')]).toEqual([409, 'Q025', '100']);
    expect((await send(path, 100, pdf.subarray(100), 'admin')).status).toBe(404);
    const tooMuch = await send(path, 100, Buffer.concat([pdf, pdf]));
    expect(problemOf(tooMuch)).toEqual([413, 'Q012']);
    expect((await api.call('DELETE', path, { as: 'staff' })).status).toBe(204);
    expect(await keys('uploads/')).toEqual([]);
  });

  test('keeps what arrived before the connection broke', async () => {
    const path = (await start(pdf.length)).headers.get('Location')!;
    const pieces = [new Uint8Array(pdf.subarray(0, 300))];
    const body = new ReadableStream(
      {
        pull(controller) {
          const piece = pieces.shift();
          if (piece) controller.enqueue(piece);
          else controller.error(new Error('cut'));
        },
      },
      { highWaterMark: 0 },
    );
    const token = await api.tokenOf('staff');
    const headers = { Authorization: `Bearer ${token}`, 'Upload-Offset': '0' };
    const init = { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit;
    await api.api.fetch(new Request(`http://localhost${path}`, init), { address: '127.0.0.1' });

    const { json } = await api.call('GET', path, { as: 'staff' });
    expect(json).toMatchObject({ received: 300, size: pdf.length });
    expect((await send(path, 300, pdf.subarray(300))).status).toBe(201);
  });

  test('has every part once if two requests continue it at once', async () => {
    const path = (await start(pdf.length)).headers.get('Location')!;
    const both = await Promise.all([
      send(path, 0, pdf.subarray(0, 200)),
      send(path, 0, pdf.subarray(0, 200)),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      204, 409,
    ]);
    const last = await send(path, 200, pdf.subarray(200));
    expect(last.json.sha256).toBe((await upload(api, pdf)).json.sha256);
  });

  test('leaves nothing if it is refused at its end', async () => {
    const text = Buffer.from('no pdf at all');
    const path = (await start(text.length)).headers.get('Location')!;
    expect(problemOf(await send(path, 0, text))).toEqual([422, 'V070']);
    expect(await keys('uploads/')).toEqual([]);
    expect((await api.call('GET', path, { as: 'staff' })).status).toBe(404);
  });

  test.each([['0'], ['-5'], ['many'], ['']])(
    'does not start with the length %j',
    async (length) => {
      const headers = { 'Upload-Complete': '?0', 'Upload-Length': length };
      expect(problemOf(await upload(api, Buffer.alloc(0), { headers }))).toEqual([400, 'Q004']);
    },
  );

  test('does not start if it is too large for its field', async () => {
    expect(problemOf(await start(1_000_001))).toEqual([413, 'V065']);
  });
});
