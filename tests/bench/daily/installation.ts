import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { useMemoryFolder } from '../../support/memory-folder.ts';
import { runCommand } from '../../support/run-command.ts';
import { runServer } from '../../support/run-server.ts';
import { signIn, type SignedIn } from '../../support/sign-in.ts';
import { createHands, type Hands } from './hands.ts';
import { addPaperStudies } from './paper-studies.ts';

const password = 'a password for daily jobs';

/** An admin, the member of staff whose jobs are counted, and a colleague with the same role. */
const people = {
  admin: { email: 'admin@example.org', name: 'Admin' },
  staff: { email: 'dora@example.org', name: 'Dora Daily' },
  colleague: { email: 'carl@example.org', name: 'Carl Colleague' },
} as const;

type Person = keyof typeof people;

/** A running installation with the sample data, for this run alone, and a browser beside it. */
export type Installation = {
  /** A folder for files that people choose. */
  folder: string;
  url: string;
  api: Record<Person, SignedIn>;
  /** Signs in as somebody who has arranged nothing yet; the clock starts on the dashboard. */
  openDashboard(as: 'admin' | 'staff'): Promise<Hands>;
  close(): Promise<void>;
};

export async function openInstallation(): Promise<Installation> {
  const leaveMemory = await useMemoryFolder();
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-jobs-'));
  const env = {
    DATA_DIR: join(folder, 'data'),
    ADMIN_EMAIL: people.admin.email,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  };
  const server = await runServer(env, { screens: true });
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server.end();
    await rm(folder, { recursive: true, force: true });
    await leaveMemory();
  };
  try {
    for (const { email, name } of [people.staff, people.colleague])
      await addStaff(email, name, env);
    const api = {
      admin: await signIn(server.url, people.admin.email, password),
      staff: await signIn(server.url, people.staff.email, password),
      colleague: await signIn(server.url, people.colleague.email, password),
    };
    await addPaperStudies(api.admin);
    const generated = await api.admin.call('POST', '/api/process/generate', { body: {} });
    if (generated.status !== 200) throw new Error(JSON.stringify(generated.body));
    const opened = await openBrowser();
    browser = opened;
    const openDashboard = async (as: 'admin' | 'staff'): Promise<Hands> => {
      await clearSettings(api[as]);
      return openDashboardOf(opened, server.url, people[as].email);
    };
    return { folder, url: server.url, api, openDashboard, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addStaff(email: string, name: string, env: Record<string, string>): Promise<void> {
  const args = ['user', 'add', email, '--name', name, '--role', 'staff', '--password-stdin'];
  const added = await runCommand(args, { env, input: password });
  if (added.code !== 0) throw new Error(added.err);
}

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

/** Page sizes, columns, figures and panels that an earlier job has left. */
async function clearSettings(own: SignedIn): Promise<void> {
  const { body } = await own.call('GET', '/api/users/current/settings');
  for (const key of Object.keys(body as object))
    await own.call('DELETE', `/api/users/current/settings/${key}`);
}

async function openDashboardOf(browser: Browser, url: string, email: string): Promise<Hands> {
  for (const context of browser.contexts()) await context.close();
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto('/login');
  await page.getByLabel(/^e-?mail$/i).fill(email);
  await page.getByLabel(/^password$/i).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);
  await page.getByRole('region', { name: 'Test types' }).getByRole('table').waitFor();
  return createHands(page);
}
