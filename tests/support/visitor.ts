import { closeFirstPages, openFirstPage } from './open-first-page.ts';
import { screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, vi, type Mock } from 'vitest';
import { setLanguage } from '../../src/admin/messages/language.ts';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { openTestApi, signIn, type TestApi } from './api.ts';

const server = setupServer();
let visitors = 0;
let underWay = 0;
let lastAnswer = 0;
/** In ms: what follows from an answer, as the next call, has begun by then. */
const QUIET = 200;

/** For the tests of a file: visits to an installation, and its API, which the file may fill. */
export async function openVisitsOf(toDescriptor: () => Descriptor): Promise<TestApi> {
  const descriptor = toDescriptor();
  const api = await openTestApi({ descriptor: () => descriptor });
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(closeFirstPages);
  afterAll(async () => {
    // Waits for what is on its way: React would draw it after the document is gone.
    await vi.waitUntil(() => underWay === 0 && performance.now() - lastAnswer > QUIET, {
      timeout: 20_000,
    });
    server.close();
    await api.close();
  });
  return api;
}

type Visit = {
  user: UserEvent;
  /** Told where the page would have the browser go. */
  leaveTo: Mock<(path: string) => void>;
  /** What was asked of the API since the last look: `GET /api/books`. */
  calls(): string[];
};

/**
 * Opens an address as the browser would: the page of index.html, and our first script. `handlers` answer
 * first, and the real API all else; each visitor comes from an office of their own, since tries are counted.
 */
export function visit(
  test: TestApi,
  path: string,
  ...handlers: Parameters<typeof server.resetHandlers>
): Visit {
  visitors += 1;
  const address = `10.2.${visitors}.1`;
  const calls: string[] = [];
  const leaveTo = vi.fn<(path: string) => void>();
  // Those of the visit before answer until now, as a page that is closed may have asked for something.
  server.resetHandlers(
    ...handlers,
    http.all('*/api/*', async ({ request }) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      underWay += 1;
      try {
        return await test.api.fetch(request, { address });
      } finally {
        underWay -= 1;
        lastAnswer = performance.now();
      }
    }),
  );
  setLanguage('en');
  openFirstPage(path, leaveTo);
  return { user: userEvent.setup(), leaveTo, calls: () => calls.splice(0) };
}

/** Leaves a session in the browser, in the three keys of the specification. */
export async function beSignedIn(test: TestApi, name: string): Promise<void> {
  const { json } = await signIn(test, name, { address: '10.3.1.1' });
  localStorage.setItem('user', JSON.stringify(json.user));
  localStorage.setItem('user-token', json.token);
  localStorage.setItem('user-refresh-token', json.refreshToken);
}

export function input(label: string): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
}

export async function fill(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await user.type(await input(label), value);
}
