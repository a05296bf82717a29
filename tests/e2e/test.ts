import {
  test as base,
  expect,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test';
import { requireItem } from '../../src/fields/require-entry.ts';
import { signIn as signInByHttp, type SignedIn } from '../support/sign-in.ts';

/**
 * A person for each worker: what a person may do at once, as two uploads, is not shared with the tests of another one.
 * Each has the same name, so that tests can look for it.
 */
export const admins = [0, 1, 2].map((at) => ({
  email: `admin${at || ''}@example.org`,
  password: 'a password for tests',
}));
export const admin = requireItem(admins, Number(process.env['TEST_PARALLEL_INDEX'] ?? 0));
export const viewer = { email: 'viewer@e2e.example.org', password: 'another password for tests' };

type Fixtures = {
  /** An admin's calls to the API, to bring what a test needs. */
  api: SignedIn;
  /** What the console may say beyond that without failing a test. */
  expected: RegExp | undefined;
  /** Another browser: nothing is shared with the first one but the server, or the database of another one at `url`. */
  openBrowser(at?: { url?: string; expects?: RegExp }): Promise<Page>;
};

/** Every page of a test fails it by an error nobody expected: of a script, on the console, or of the policy. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env['E2E_URL'] ?? ''),
  expected: [undefined, { option: true }],
  context: async ({ context, expected }, use) => {
    // Those of the test before, which had the same context.
    await context.clearPermissions();
    const trouble = await collectTrouble(context, expected);
    await use(context);
    expect(trouble).toEqual([]);
  },
  openBrowser: async ({ browser, baseURL, viewport, expected }, use) => {
    const opened: { context: BrowserContext; trouble: string[] }[] = [];
    await use(async ({ url = baseURL ?? '', expects = expected } = {}) => {
      const context = await browser.newContext({ baseURL: url, viewport });
      opened.push({ context, trouble: await collectTrouble(context, expects) });
      return context.newPage();
    });
    for (const { context, trouble } of opened) {
      await context.close();
      expect(trouble).toEqual([]);
    }
  },
  api: async ({ baseURL }, use) =>
    use(await signInByHttp(baseURL ?? '', admin.email, admin.password)),
});

export { expect } from '@playwright/test';

/**
 * As somebody who has signed in before: the session is in the storage, and no page of the app is open yet. The
 * sign-in page and the dashboard behind it would cost each test two seconds.
 */
export async function keepSession(page: Page, { email, password } = admin): Promise<void> {
  const answer = await page.request.post('/api/users/login', { data: { email, password } });
  const { user, token, refreshToken } = await answer.json();
  // An empty page of the same origin, whose storage is that of the app.
  await page.route('/keep', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/keep');
  await page.unroute('/keep');
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { 'user-refresh-token': refreshToken, 'user-token': token, user: JSON.stringify(user) },
  );
}

/** By the sign-in page, until the menu is there. */
export async function signIn(page: Page, as = admin): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail$/i).fill(as.email);
  await page.getByLabel(/^(password|passwort)$/i).fill(as.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^(chems|chemikalien)$/i }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** A text that is said aloud is in the page a second time: it is looked for where it is seen. */
function findWhatIsSeen(page: Page): void {
  const find = page.getByText.bind(page);
  const seen = page.locator(':not(#announcer, #announcer *)');
  page.getByText = (text, options) => find(text, options).and(seen);
}

/** What a page has requested: how often so far, and what has no answer yet. */
type Traffic = { count: number; readonly open: Set<Request> };

const traffics = new WeakMap<Page, Traffic>();

function watchTraffic(page: Page): void {
  // A reused context has its page already.
  if (traffics.has(page)) return;
  const traffic: Traffic = { count: 0, open: new Set() };
  traffics.set(page, traffic);
  page.on('request', (request) => {
    // The stream of events has no end.
    if (request.url().includes('/api/sse')) return;
    // What a page has requested ends with it.
    if (isOfWholePage(request)) traffic.open.clear();
    traffic.count += 1;
    traffic.open.add(request);
  });
  // The browser does not say that a request has finished whose answer nobody reads.
  page.on('response', (response) => traffic.open.delete(response.request()));
  page.on('requestfailed', (request) => traffic.open.delete(request));
}

function isOfWholePage(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // The first request of a new window comes before its frame.
    return true;
  }
}

function watchPage(page: Page): void {
  findWhatIsSeen(page);
  watchTraffic(page);
}

async function collectTrouble(context: BrowserContext, expects?: RegExp): Promise<string[]> {
  const trouble: string[] = [];
  // A reused context has its page already.
  for (const page of context.pages()) watchPage(page);
  context.on('page', watchPage);
  await context.exposeBinding('reportTrouble', (_, found: string) => void trouble.push(found));
  await context.addInitScript(() => {
    const report = (found: string): void =>
      (globalThis as unknown as { reportTrouble(found: string): void }).reportTrouble(found);
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      report(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
    addEventListener('unhandledrejection', ({ reason }) => report(`rejection: ${String(reason)}`));
  });
  context.on('weberror', (error) => trouble.push(`script: ${error.error().message}`));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || isExpected(text) || expects?.test(text)) return;
    trouble.push(text);
  });
  return trouble;
}

/** The browser itself reports each answer of 400 and above; tests look at what the page makes of it. */
function isExpected(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of 4');
}

/**
 * Until each request has an answer and none has been made for `pause` milliseconds; the stream of events never ends, so the
 * network is never idle.
 */
export async function untilQuiet(page: Page, pause = 700): Promise<void> {
  const open = () => [...(traffics.get(page)?.open ?? [])].map((request) => request.url());
  const count = () => traffics.get(page)?.count;
  let before: number | undefined;
  do {
    await expect.poll(open).toEqual([]);
    before = count();
    await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), pause);
  } while (count() !== before || open().length > 0);
}
