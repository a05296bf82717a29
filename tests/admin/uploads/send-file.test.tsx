import '../../support/browser-parts.ts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveSession } from '../../../src/admin/client/account/session.ts';
import { loadCatalog } from '../../../src/admin/messages/catalog.ts';
import { sendFile } from '../../../src/admin/uploads/send-file.ts';
import { uploadFile, type UploadProgress } from '../../../src/admin/uploads/upload-queue.ts';
import { openTestApi, signIn } from '../../support/api.ts';
import { studiesDescriptor } from '../../support/studies.ts';

/** Takes the next requests in place of the server, each as it says; undefined lets one through. */
let faults: ((request: Request) => Response | undefined | Promise<Response | undefined>)[] = [];
let calls: string[] = [];

const server = setupServer(
  http.all('*/api/*', async ({ request }) => {
    const { pathname } = new URL(request.url);
    const offset = request.headers.get('Upload-Offset');
    calls.push(
      `${request.method} ${pathname.replace(/[^/]{20,}/, 'id')}${offset ? ` ${offset}` : ''}`,
    );
    return (await faults.shift()?.(request)) ?? api.api.fetch(request, { address: '127.0.0.1' });
  }),
);

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
server.listen();
await loadCatalog('en');
beforeEach(async () => {
  saveSession((await signIn(api, 'admin')).json);
  faults = [];
  calls = [];
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  server.close();
  await api.close();
});

const field = 'studies.papers';
const file = (size: number, name = 'notes.txt') => new File(['n'.repeat(size)], name);

function untilPaused(pauses: () => void): Promise<void> {
  return vi.waitFor(() => expect(pauses).toHaveBeenCalledTimes(1), { timeout: 20_000 });
}

function send(sent: File, signal = new AbortController().signal) {
  const pauses = vi.fn<() => void>();
  const done = sendFile(sent, field, { signal, onSent: () => undefined, onPause: pauses });
  return { done, pauses };
}

describe('a small file', () => {
  test('is sent as a whole, and again after a lost connection, a busy server and a restart', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    faults = [
      () => HttpResponse.error(),
      () => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '5' } }),
      () => new HttpResponse(null, { status: 503 }),
    ];
    const { done, pauses } = send(file(10));

    await vi.waitFor(() => expect(pauses).toHaveBeenCalledTimes(1));
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(pauses).toHaveBeenCalledTimes(2));
    // As long as the server asked for.
    await vi.advanceTimersByTimeAsync(4_000);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(pauses).toHaveBeenCalledTimes(3));
    await vi.advanceTimersByTimeAsync(4_000);

    expect(await done).toMatchObject({ name: 'notes.txt', size: 10, type: 'text/plain' });
    expect(calls).toEqual(Array(4).fill('POST /api/files'));
  });

  test('goes on at once when the browser is online again', async () => {
    faults = [() => HttpResponse.error()];
    const { done, pauses } = send(file(10));
    await untilPaused(pauses);

    window.dispatchEvent(new Event('online'));

    expect(await done).toMatchObject({ size: 10 });
  });

  test('is not sent again if the server refuses it', async () => {
    const { done, pauses } = send(new File(['no pdf'], 'fake.pdf'));

    await expect(done).rejects.toThrow(/ends with .pdf/);
    expect(pauses).not.toHaveBeenCalled();
  });

  test('keeps every character of its name', async () => {
    const name = `Über „Tüten“ (50 %) 'neu'.txt`;

    expect((await send(file(10, name)).done).name).toBe(name);
  });
});

describe('a large file', () => {
  const large = file(20_000_000);

  test('is sent in parts of 8 MB', async () => {
    const { done } = send(large);

    expect(await done).toMatchObject({ size: 20_000_000 });
    expect(calls).toEqual([
      'POST /api/files',
      'PATCH /api/files/uploads/id 0',
      'PATCH /api/files/uploads/id 8000000',
      'PATCH /api/files/uploads/id 16000000',
    ]);
  });

  test('continues from what the server has after a broken connection', async () => {
    faults = [
      () => undefined,
      // All but the last bytes of the part arrive, and the answer is lost.
      async (request) => {
        const body = (await request.arrayBuffer()).slice(0, 5_000_000);
        const { url, method, headers } = request;
        const cut = new Request(url, { method, headers, body });
        await api.api.fetch(cut, { address: '127.0.0.1' });
        return HttpResponse.error();
      },
    ];
    const { done, pauses } = send(large);
    await untilPaused(pauses);
    window.dispatchEvent(new Event('online'));

    expect(await done).toMatchObject({ size: 20_000_000 });
    expect(calls.slice(1)).toEqual([
      'PATCH /api/files/uploads/id 0',
      'GET /api/files/uploads/id',
      'PATCH /api/files/uploads/id 5000000',
      'PATCH /api/files/uploads/id 13000000',
    ]);
  });

  test('is not sent again if the last response is lost', async () => {
    const lose = async (request: Request) => {
      await api.api.fetch(request, { address: '127.0.0.1' });
      return HttpResponse.error();
    };
    faults = [() => undefined, () => undefined, () => undefined, lose];
    const { done, pauses } = send(large);
    await untilPaused(pauses);
    window.dispatchEvent(new Event('online'));

    expect(await done).toMatchObject({ size: 20_000_000 });
    expect(calls.slice(3)).toEqual([
      'PATCH /api/files/uploads/id 16000000',
      'GET /api/files/uploads/id',
    ]);
  });

  test('leaves nothing on the server when it is cancelled', async () => {
    const abort = new AbortController();
    const cancel = (): undefined => {
      abort.abort();
    };
    faults = [() => undefined, () => undefined, cancel];
    const { done } = send(large, abort.signal);

    await expect(done).rejects.toThrow();
    await expect.poll(() => calls.at(-1)).toBe('DELETE /api/files/uploads/id');
    await expect
      .poll(
        async () =>
          (await api.database.query('select from backoffice.uploads where file is null')).rowCount,
      )
      .toBe(0);
  });
});

test('two files are sent at the same time, and the others wait', async () => {
  const states = new Map<string, UploadProgress>();
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<undefined>());
  faults = gates.map((gate) => () => gate.promise);
  const signal = new AbortController().signal;
  const uploads = ['a', 'b', 'c'].map((name) =>
    uploadFile(file(10, `${name}.txt`), field, {
      signal,
      onProgress: (state) => void states.set(name, state),
    }),
  );
  await expect.poll(() => calls.length).toBe(2);
  expect(states.get('c')).toEqual({ step: 'waiting' });
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  for (const gate of gates) gate.resolve(undefined);
  await Promise.all(uploads);

  expect(calls).toHaveLength(3);
  const later = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});
