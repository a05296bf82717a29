import { closeFirstPages, openFirstPage } from './open-first-page.ts';
import { screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { vi } from 'vitest';
import { setLanguage } from '../../src/admin/messages/language.ts';
import type { TestApi } from './api.ts';

const server = setupServer();
let visitors = 0;
let underWay = 0;
let lastAnswer = 0;
/** In ms: what follows from an answer, as the next call, has begun by then. */
const QUIET = 200;

/** Hands every call of a visitor to the real API; each comes from an office of their own, since tries are counted. */
export function startVisits(): void {
  server.listen({ onUnhandledFrame: 'error' });
}

/** Waits for what is on its way: React would draw it after the document is gone. */
export async function stopVisits(): Promise<void> {
  await vi.waitUntil(() => underWay === 0 && performance.now() - lastAnswer > QUIET, {
    timeout: 20_000,
  });
  server.close();
}

/** Opens an address as the browser would: the page of index.html, and our first script. `handlers` answer first. */
export function visit(
  test: TestApi,
  path: string,
  ...handlers: Parameters<typeof server.use>
): { user: UserEvent } {
  visitors += 1;
  const address = `10.2.${visitors}.1`;
  server.use(
    ...handlers,
    http.all('*/api/*', async ({ request }) => {
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
  openFirstPage(path);
  return { user: userEvent.setup() };
}

/** Leaves nothing of one visit to the next. */
export function endVisit(): void {
  server.resetHandlers();
  closeFirstPages();
}

export function input(label: string): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
}

export async function fill(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await user.type(await input(label), value);
}
