import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, request, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { accountFor, meanOf, type Step } from './account.ts';
import { admin, npmStart } from './bench-servers.ts';
import { startServer, type Server } from './processes.ts';
import { median } from './report.ts';

/*
 * `npm run bench -- first`: from opening the address of a list to its first painted rows, signed in, with an
 * empty cache and with a full one. `--against DIRECTORY` takes turns with another checkout. Both are built.
 * `--account` tells what the main thread does in each 50 ms.
 */
const { values: asked } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    chromium: { type: 'string', default: process.env['CHROMIUM'] ?? '/usr/bin/chromium' },
    /** Milliseconds added to each answer, as a network does. */
    latency: { type: 'string', default: '0' },
    requests: { type: 'boolean', default: false },
    /** Only tells what the main thread does in each 50 ms of visits with a full cache. */
    account: { type: 'boolean', default: false },
  },
});

/** Milliseconds since the navigation started, and the work of the page until then. */
type Visit = Record<string, number>;
type Side = { name: string; server: Server; cold: Visit[]; warm: Visit[] };

const folder = await mkdtemp(join(tmpdir(), 'backoffice-first-'));
const sides: Side[] = [];
const browser = await chromium.launch({
  executablePath: asked.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await open('ours', '.');
  if (asked.against) await open('other', asked.against);
  if (asked.account) await account(browser, sides[0]!);
  else await compareSides(browser);
} finally {
  await browser.close();
  for (const { server } of sides) await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function compareSides(in_: Browser): Promise<void> {
  for (let round = 0; round <= Number(asked.rounds); round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      await visitTwice(in_, side, round > 0);
  for (const visits of ['cold', 'warm'] as const) {
    const names = Object.keys(sides[0]![visits][0]!);
    const rows = names.map((name) => [name, toRow(visits, name)] as const);
    console.log(`\n${visits}, median of ${sides[0]![visits].length}`);
    console.table(Object.fromEntries(rows));
  }
}

/** What the main thread does until the rows are there, in the mean of the rounds. */
async function account(in_: Browser, side: Side): Promise<void> {
  const context = await signIn(in_, side);
  await settle(context, side);
  await settle(context, side);
  const visits: Step[][] = [];
  for (let round = 0; round < Number(asked.rounds); round++) {
    const page = await context.newPage();
    visits.push(await accountFor(in_, page, () => openList(page, side)));
    await page.close();
  }
  console.table(meanOf(visits));
}

function toRow(visits: 'cold' | 'warm', name: string): Record<string, number> {
  const of = (side: Side) => median(side[visits].map((visit) => visit[name] ?? 0));
  const row = Object.fromEntries(sides.map((side) => [side.name, Math.round(of(side))]));
  if (sides.length < 2) return row;
  const [ours, other] = sides as [Side, Side];
  const ratios = ours[visits].map((visit, at) => visit[name]! / other[visits][at]![name]!);
  return { ...row, ratio: Math.round(median(ratios) * 100) / 100 };
}

async function open(name: string, directory: string): Promise<void> {
  const environment = {
    DATA_DIR: join(folder, name),
    PORT: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
  const at = resolve(directory);
  const server = await startServer(await npmStart(at), environment, '/healthz', at);
  sides.push({ name, server, cold: [], warm: [] });
}

/** Once with an empty cache; then again after the worker and the compiled code are stored. */
async function visitTwice(in_: Browser, side: Side, counts: boolean): Promise<void> {
  const context = await signIn(in_, side);
  try {
    const cold = await visit(context, side);
    await settle(context, side);
    await settle(context, side);
    const warm = await visit(context, side);
    if (!counts) return;
    side.cold.push(cold);
    side.warm.push(warm);
  } finally {
    await context.close();
  }
}

/** A new browser profile of a user who is signed in; nothing of the app is loaded yet. */
async function signIn(in_: Browser, { server }: Side): Promise<BrowserContext> {
  const origin = `http://127.0.0.1:${server.port}`;
  const visitor = await request.newContext({ baseURL: origin });
  const answer = await visitor.post('/api/users/login', { data: admin });
  const { user, token, refreshToken } = (await answer.json()) as Record<string, string>;
  const { cookies } = await visitor.storageState();
  await visitor.dispose();
  const stored = {
    user: JSON.stringify(user),
    'user-token': token!,
    'user-refresh-token': refreshToken!,
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return await in_.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies, origins: [{ origin, localStorage }] },
  });
}

async function settle(context: BrowserContext, { server }: Side): Promise<void> {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/chems/overview`);
  await page.locator('[role="gridcell"][data-row="3"]').first().waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker?.ready;
  });
  await page.waitForTimeout(1_500);
  await page.close();
}

async function visit(context: BrowserContext, side: Side): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: Number(asked.latency),
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const before = await workOfBrowser(context);
  await openList(page, side);
  const { metrics } = await session.send('Performance.getMetrics');
  const after = await workOfBrowser(context);
  const seconds = (of: string) => (metrics.find((one) => one.name === of)?.value ?? 0) * 1_000;
  const times = await timesOf(page);
  if (asked.requests) console.log(side.name, times.requests);
  await page.close();
  return {
    ...times.marks,
    'work: scripts': seconds('ScriptDuration'),
    'work: styles and layout': seconds('LayoutDuration') + seconds('RecalcStyleDuration'),
    'work: all tasks': seconds('TaskDuration'),
    'work: whole browser': after - before,
  };
}

/** Opens the list and waits for its rows. */
async function openList(page: Page, { server }: Side): Promise<void> {
  await page.addInitScript(markRows);
  // Waiting by polling would ask for a frame each time.
  const arePainted = page.waitForEvent('console', (line) => line.text() === 'rows painted');
  await page.goto(`http://127.0.0.1:${server.port}/chems/overview`, { waitUntil: 'commit' });
  await arePainted;
}

/** Milliseconds of processor time of all processes of the browser, with compiling, painting and drawing. */
async function workOfBrowser(context: BrowserContext): Promise<number> {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}

/** In the page: marks the ends of the frames with the shell and with the first rows. */
function markRows(): void {
  const parts = { 'shell painted': 'main', 'rows painted': '[role="gridcell"][data-row="3"] *' };
  const look = new MutationObserver(() => {
    for (const [name, selector] of Object.entries(parts)) {
      if (performance.getEntriesByName(`${name}?`).length > 0) continue;
      if (!document.querySelector(selector)) continue;
      performance.mark(`${name}?`);
      // A message comes right after the frame; a timer would wait for whatever else has to be done.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        performance.mark(name);
        console.debug(name);
      });
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    }
  });
  look.observe(document, { childList: true, subtree: true });
}

async function timesOf(page: Page) {
  return await page.evaluate(() => {
    const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const mark = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    const rows = mark('rows painted');
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const before = all.filter(({ startTime }) => startTime < rows);
    const named = (test: RegExp) => before.filter(({ name }) => test.test(name));
    const most = (test: RegExp, of: 'startTime' | 'responseEnd') =>
      Math.max(0, ...named(test).map((one) => one[of]));
    const list = /\/api\/chems\?/;
    return {
      requests: before
        .map(({ name, startTime, responseEnd }) => {
          const { pathname, search } = new URL(name);
          return `${Math.round(startTime)}–${Math.round(responseEnd)} ${pathname}${search}`;
        })
        .join('\n'),
      marks: {
        'page received': html!.responseEnd,
        'first paint': mark('first-paint'),
        'last script asked for': most(/\.js$/, 'startTime'),
        'last script received': most(/\.js$/, 'responseEnd'),
        'configuration asked for': most(/\/api\/config/, 'startTime'),
        'configuration received': most(/\/api\/config/, 'responseEnd'),
        'list asked for': most(list, 'startTime'),
        'list received': most(list, 'responseEnd'),
        'shell painted': mark('shell painted'),
        'rows painted': rows,
      },
    };
  });
}
