import '../../support/browser-parts.ts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRange, toFilePath } from '../../../src/admin/viewer/file-bytes.ts';
import { firstInstallation } from '../../support/first-installation.ts';

const all = 'the bytes of a file';
let asked: string | null;

/** A server, and a proxy before it that ignores the requested range and sends everything. */
const server = setupServer(
  http.get('*/ranges', ({ request }) => {
    asked = request.headers.get('Range');
    return new HttpResponse(all.slice(4, 9), { status: 206 });
  }),
  http.get('*/whole', () => new HttpResponse(all)),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

test.each(['/ranges', '/whole'])('reads a part of a file from %s', async (path) => {
  const bytes = await readRange(path, 4, 9, new AbortController().signal);

  expect(new TextDecoder().decode(bytes)).toBe('bytes');
});

test('asks for the bytes before the end', async () => {
  await readRange('/ranges', 4, 9, new AbortController().signal);

  expect(asked).toBe('bytes=4-8');
});

test.each([
  [undefined, '/api/files/f'],
  [{ resource: 'sources', record: 'r' }, '/api/sources/r/files/f'],
  [{ resource: 'sources', record: 'r', past: true }, '/api/sources/r/history/files/f'],
])('a file of %j is at %s', (place, path) => {
  expect(toFilePath(firstInstallation(), { id: 'f' }, place)).toBe(path);
});
