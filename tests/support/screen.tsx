import { setScreenWidth } from './browser-parts.ts';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, createPath, RouterProvider } from 'react-router-dom';
import { App } from '../../src/admin/app.tsx';
import { loadCatalog } from '../../src/admin/messages/catalog.ts';
import type { Language } from '../../src/fields/problems/languages.ts';
import { setLanguage } from '../../src/admin/messages/language.ts';
import type { PageCodes } from '../../src/admin/pages/define-page.ts';
import type { RecordTabCodes } from '../../src/admin/record/define-record-tab.ts';
import type { ScreenCodes } from '../../src/admin/kit/screens/define-screen.ts';
import type { OwnHelps } from '../../src/admin/kit/own-help.ts';
import { saveSession } from '../../src/admin/client/account/session.ts';
import { loadConfig } from '../../src/admin/client/load-config.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { signIn, type TestApi } from './api.ts';

export type TestScreen = {
  user: UserEvent;
  /** Path, query and hash of the page, as the address bar would show them. */
  address(): string;
  /** As the browser's buttons. */
  go(steps: number): Promise<void>;
  /** What was asked of the API since the last look: `GET /api/books?…`. */
  calls(): string[];
};

export type ScreenOptions = {
  as?: string;
  language?: Language;
  width?: number;
  pages?: PageCodes;
  tabs?: RecordTabCodes;
  replace?: ScreenCodes;
  help?: OwnHelps;
};

// What is said aloud as well is looked for where it is seen; `screen.getByRole('status')` finds the rest.
configure({ defaultIgnore: 'script, style, [role="status"] *' });

let stop: () => void = () => {};
let calls: string[] = [];
// That of the real clock, which a test may have replaced.
const { setImmediate: nextTurn } = globalThis;
/** Requests that have no answer yet. */
const open = new Set<Promise<Response>>();

/** Hands every call of the screens to the real API, so that no answer is made up. */
export function startScreens(test: TestApi): void {
  const server = setupServer(
    http.all('*/api/*', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      // Asked without the user: by whatever shows a record, and by the menu once the page is quiet.
      if (!['/api/presence', '/api/inbox', '/api/watches'].includes(pathname))
        calls.push(`${request.method} ${pathname}${search}`);
      return test.api.fetch(request, { address: '127.0.0.1' });
    }),
    http.get('*/readyz', ({ request }) => test.api.fetch(request, { address: '127.0.0.1' })),
  );
  server.listen({ onUnhandledFrame: 'error' });
  const { fetch } = globalThis;
  stop = () => {
    globalThis.fetch = fetch;
    server.close();
  };
  globalThis.fetch = (...request) => {
    const answer = fetch(...request);
    open.add(answer);
    const end = (): void => void open.delete(answer);
    answer.then(end, end);
    return answer;
  };
}

/** Ends the visit first: a request that comes late would reach the API of the next file. */
export async function stopScreens(): Promise<void> {
  await leaveScreen();
  stop();
}

/** Signs in and opens a page of the app, as the browser would. */
export async function openScreen(
  test: TestApi,
  path: string,
  {
    as = 'admin',
    language = 'en',
    width = 1280,
    pages = {},
    tabs = [],
    replace = [],
    help = {},
  }: ScreenOptions = {},
): Promise<TestScreen> {
  setScreenWidth(width);
  const { json } = await signIn(test, as);
  saveSession(json);
  setLanguage(language);
  await loadCatalog(language);
  const { user, config } = await loadConfig();
  const whole = { ...config, user, descriptor: toDescriptor(config.descriptor) };
  const router = createMemoryRouter(
    [{ path: '*', element: <App config={whole} {...{ pages, tabs, replace, help }} /> }],
    {
      initialEntries: [path],
    },
  );
  calls = [];
  render(<RouterProvider router={router} />);
  return {
    user: userEvent.setup(),
    address: () => createPath(router.state.location),
    go: (steps) => Promise.resolve(router.navigate(steps)),
    calls: () => calls.splice(0),
  };
}

/** Turns the values of the open record into inputs. */
export async function startEditing(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^(Edit|Bearbeiten)$/ }));
}

/** Goes to a section of the open record, as its table of contents does. */
export async function openSection(user: UserEvent, name: string | RegExp): Promise<void> {
  const contents = await screen.findByRole('navigation', { name: /^(Sections|Abschnitte)$/ });
  await user.click(await within(contents).findByRole('link', { name }));
}

/** Ends a visit as a browser does: what waits to be saved is sent at once, and not in the middle of the next test. */
export async function leaveScreen(): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  closeScreen();
  // What follows from an answer, as the next call, has begun a turn later.
  while (open.size > 0) {
    await Promise.allSettled(open);
    await new Promise(nextTurn);
  }
}

/** Leaves nothing of one test to the next. */
export function closeScreen(): void {
  cleanup();
  localStorage.clear();
  // What was typed and not saved is kept for who comes back; the next test is somebody else.
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith('draft.')) sessionStorage.removeItem(key);
}

/** The texts of a table, row by row, without its head. */
export function tableRows(name: string): Promise<string[][]> {
  return textsOf('table', 'cell', name);
}

/** The same of a list, which is a grid. */
export function gridRows(name: string): Promise<string[][]> {
  return textsOf('grid', 'gridcell', name);
}

/** The first cell of a list that says so. */
export async function gridCell(text: string): Promise<HTMLElement> {
  const [cell] = await screen.findAllByRole('gridcell', { name: text });
  return cell!;
}

async function textsOf(role: string, cell: string, name: string): Promise<string[][]> {
  const table = await screen.findByRole(role, { name });
  const [, ...rows] = within(table).getAllByRole('row');
  // The empty row for new records is no record.
  const records = rows.filter((row) => row.closest('.g-new') === null);
  return records.map((row) =>
    within(row)
      .getAllByRole(cell)
      .map((found) => found.textContent ?? ''),
  );
}

/** Opens the menu “More” of a list and chooses an entry. */
export async function chooseMore(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

export { screen, waitFor, within };
