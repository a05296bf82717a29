import '../../support/browser-parts.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { saveSession, VIEW_KEY } from '../../../src/admin/client/account/session.ts';

let sent: (string | null)[] = [];
vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Headers }) => {
  sent.push(headers.get('Authorization'));
  return new Response('{}', { status: 200 });
});
afterAll(() => vi.unstubAllGlobals());

/** Loads the page: what the browser keeps is read then. */
async function load(isInView: boolean) {
  vi.resetModules();
  const user = {
    _id: 'u1',
    name: 'Ada',
    email: 'a@example.org',
    organisation: null,
    role: 'admin',
  };
  saveSession({ user, token: 'own', refreshToken: 'fresh' });
  const view = { token: 'view', userId: 'u2', back: '#back' };
  if (isInView) sessionStorage.setItem(VIEW_KEY, JSON.stringify(view));
  const { call } = await import('../../../src/admin/client/http.ts');
  const { leaveView, readView, startView } =
    await import('../../../src/admin/client/account/view-as.ts');
  return { call, leaveView, readView, startView };
}

beforeEach(() => {
  sent = [];
});

test('a page that stays for unsaved input after the view was ended acts in the view still', async () => {
  const page = await load(true);

  page.leaveView();
  await page.call('/api/books', { method: 'POST', body: {} });

  expect(sent).toEqual(['Bearer view']);
  expect(sessionStorage.getItem(VIEW_KEY)).toBeNull();
});

test('a page that stays for unsaved input after a view was begun acts as the user still', async () => {
  const page = await load(false);

  page.startView({ token: 'view', userId: 'u2' });
  await page.call('/api/books', { method: 'POST', body: {} });

  expect(sent).toEqual(['Bearer own']);
  expect(page.readView()).toBeUndefined();
});

test('no setting of a view is saved, not even as it is left', async () => {
  const page = await load(true);
  const { useSetting } = await import('../../../src/admin/client/use-setting.ts');
  const { renderHook } = await import('@testing-library/react');
  const [, set] = renderHook(() => useSetting<string>('width')).result.current;

  set('wide');
  page.leaveView();
  window.dispatchEvent(new Event('pagehide'));

  expect(sent).toEqual([]);
});
