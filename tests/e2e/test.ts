import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

const url = (): string => process.env['E2E_URL'] ?? '';

export const admin = { email: 'admin@example.org', password: 'a password for tests' };

/** An admin's calls to the API, to bring what a test needs. */
export type Api = {
  /** Answers the body; `path` as `/api/chems`. */
  call<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
};

type Fixtures = {
  api: Api;
  /** Signs in by the sign-in page and waits for the dashboard. */
  signIn(page: Page, as?: { email: string; password: string }): Promise<void>;
};

/** Every page of a test fails it by an error nobody expected: script, console, or policy. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(url()),
  context: async ({ context }, use) => {
    const trouble = await collectTrouble(context);
    await use(context);
    expect(trouble).toEqual([]);
  },
  api: async ({}, use) => use(await openApi()),
  signIn: async ({}, use) => use(signIn),
});

export { expect } from '@playwright/test';

/** Watches the pages of a context that the test itself opened. */
export async function collectTrouble(context: BrowserContext): Promise<string[]> {
  const trouble: string[] = [];
  await context.exposeBinding('reportViolation', (_, violation: string) => {
    trouble.push(`policy: ${violation}`);
  });
  await context.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) =>
        // @ts-expect-error: exposed to the page a few lines above
        reportViolation(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on('weberror', (error) => trouble.push(`script: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) trouble.push(message.text());
  });
  return trouble;
}

/** The browser itself reports each answer of 400 and above; tests look at what the page makes of it. */
function isExpected(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of 4');
}

async function signIn(page: Page, { email, password } = admin): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail/i).fill(email);
  await page.getByLabel(/^(password|passwort)$/i).fill(password);
  await page.getByRole('button', { name: /^(login|anmelden)$/i }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function openApi(): Promise<Api> {
  const login = await fetch(`${url()}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { token } = (await login.json()) as { token: string };
  return {
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(url() + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
      return (await response.json()) as never;
    },
  };
}
