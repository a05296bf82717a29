import type { Page } from '@playwright/test';
import { expect, keepSession, test, untilQuiet } from './test.ts';

type Asked = { path: string; hasFrame: boolean };

/** In the page: what is fetched, and whether the frame of the app was there by then. */
function recordCalls(): void {
  const asked: Asked[] = [];
  Object.assign(globalThis, { asked });
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(
      input instanceof Request ? input.url : input,
      location.origin,
    );
    asked.push({ path: pathname + search, hasFrame: document.querySelector('main') !== null });
    return original(input, init);
  };
}

function readCalls(page: Page): Promise<Asked[]> {
  return page.evaluate(() => (globalThis as unknown as { asked: Asked[] }).asked);
}

const startPaths = ['/api/config', '/api/users/current', '/api/users/current/settings'];

test('a list opened by its address asks for its code and the configuration at once, nothing twice, and for its records before the frame', async ({
  page,
}) => {
  await keepSession(page);
  await page.addInitScript(recordCalls);
  const seen = new Set<string>();
  page.on('request', (request) => seen.add(new URL(request.url()).pathname));
  const isAskedFor = (test: (path: string) => boolean) =>
    expect.poll(() => [...seen].some(test)).toBe(true);
  // The configuration waits for the code of the list.
  await page.route('**/api/config', async (route) => {
    await isAskedFor((path) => /\/assets\/list-screen-[^/]+\.js$/.test(path));
    await route.continue();
  });

  await page.goto('/chems/overview');
  await expect(page.getByRole('gridcell').first()).toBeVisible();

  // Only what the first rows need: when others change records meanwhile, the app asks again.
  const calls = await readCalls(page);
  for (const start of startPaths)
    expect(calls.filter(({ path }) => path === start)).toHaveLength(1);
  const lists = calls.filter(({ path }) => path.startsWith('/api/chems?'));
  expect(lists).toHaveLength(1);
  expect(lists[0]?.hasFrame).toBe(false);
});

test('a list that is opened with a filter, an order and a page asks for its records once', async ({
  page,
}) => {
  await keepSession(page);
  await page.addInitScript(recordCalls);
  const filter = encodeURIComponent(JSON.stringify({ casId_contains: '-' }));

  await page.goto(
    `/chems/overview?sort=casId&order=DESC&page=2&perPage=10&filter=${filter}&displayedFilters={}`,
  );
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await untilQuiet(page);

  const lists = (await readCalls(page)).filter(({ path }) => path.startsWith('/api/chems?'));
  expect(lists).toHaveLength(1);
});
