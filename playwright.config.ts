import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The headless shell has no windows to draw, which takes a fifth of the processor time of a run. */
const chromium =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** The real product in a real browser: `npm run test:browser`. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // One server with one database for all: tests bring records of their own.
  globalSetup: './tests/e2e/start-server.ts',
  // One more than CI has cores, as a test waits for a pause or the server about half of its time.
  // Each signs in as an admin of its own (`admins` in tests/e2e/test.ts).
  workers: 3,
  // A test that passes only at the second try is named by .ci/run as a failure to look at.
  retries: process.env['CI'] ? 1 : 0,
  // Patience costs nothing where all goes well, and CI may have other work beside this.
  timeout: process.env['CI'] ? 120_000 : 60_000,
  expect: { timeout: process.env['CI'] ? 25_000 : 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // Tests of equal options share a context: a new one compiles all scripts again, a fifth of the time of a run.
    // Storage, cookies, routes, scripts and media are reset between tests; `test.ts` resets permissions.
    reuseContext: true,
    // What a worker answers is seen by no test; `worker.spec.ts` has one.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // A dialog that fades in is not there for whoever measures its contrast meanwhile.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes up to half of the time; in CI what failed is recorded when it is tried again.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium !== undefined && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // All pages of a worker in one process, which compiles their scripts once: a third less for each page.
        '--process-per-site',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
