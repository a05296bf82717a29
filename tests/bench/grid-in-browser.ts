import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';

/*
 * `node tests/bench/grid-in-browser.ts --url http://… --email … --password …`: how fast the grid is in a
 * browser, on a server that runs, however many chems it has. It writes one cell and takes it back.
 */
const { values: asked } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string', default: 'admin@example.org' },
    password: { type: 'string', default: '' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});

const browser = await chromium.launch({
  executablePath: asked.chromium,
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(markFirstRows);
await signIn(page);
const report = {
  'first rows after the answer, ms': await firstRows(page, 50),
  'first rows of 1,000 after the answer, ms': await firstRows(page, 1_000),
  'frames of a scroll over 1,000 rows': await scroll(page),
  'from Enter in a cell to its paint, ms': await editCell(page),
};
console.log(JSON.stringify(report));
await browser.close();

/** In the page: tells the frame in which the first row of the grid is there. */
function markFirstRows(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector('[role="gridcell"][data-row="3"] *')) return;
    look.disconnect();
    requestAnimationFrame(() => performance.mark('rows painted'));
  });
  look.observe(document, { childList: true, subtree: true });
}

async function signIn(on: Page): Promise<void> {
  await on.goto(`${asked.url}/login`);
  await on.getByLabel(/^e-?mail$/i).fill(asked.email);
  await on.getByLabel(/^password$/i).fill(asked.password);
  await on.keyboard.press('Enter');
  await on.waitForURL(/\/dashboard$/);
}

/** Of three visits with everything loaded before: from the last byte of the list to the frame with its rows. */
async function firstRows(on: Page, perPage: number): Promise<number[]> {
  const times: number[] = [];
  for (let visit = 0; visit < 4; visit++) {
    await on.goto(
      `${asked.url}/chems/overview?sort=commonName&order=ASC&page=1&perPage=${perPage}`,
    );
    await on.locator('[role="gridcell"][data-row="3"]').first().waitFor();
    const took = await on.evaluate(() => {
      const [painted] = performance.getEntriesByName('rows painted');
      const lists = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/api\/chems\?/.test(name)) as PerformanceResourceTiming[];
      return (painted?.startTime ?? performance.now()) - (lists[0]?.responseEnd ?? 0);
    });
    if (visit > 0) times.push(Math.round(took));
  }
  return times;
}

/** Down by 60 px each frame for three seconds: how long frames took, and how many took more than two. */
async function scroll(on: Page): Promise<object> {
  return await on.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]')!;
    const boxes = [grid, ...grid.querySelectorAll('*')];
    const box = boxes.find((one) => one.scrollHeight > one.clientHeight + 1_000) ?? grid;
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const taken: number[] = [];
    let last = await frame();
    for (const until = last + 3_000; last < until;) {
      box.scrollTop += 60;
      const now = await frame();
      taken.push(now - last);
      last = now;
    }
    taken.sort((one, other) => one - other);
    const at = (share: number) => Math.round(taken[Math.floor(taken.length * share)] ?? 0);
    const late = taken.filter((took) => took > 34).length;
    const reached = box.scrollTop;
    // The grid keeps its place, and the cell that is written next stands at the top.
    box.scrollTop = 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { frames: taken.length, p50: at(0.5), p95: at(0.95), late, reached };
  });
}

/** From the key to the frame after the new value stands in the cell, whatever the server says later. */
async function editCell(on: Page): Promise<number[]> {
  const times: number[] = [];
  await on.goto(`${asked.url}/chems/overview?sort=casId&order=ASC&page=1&perPage=50`);
  const cell = on.locator('[role="gridcell"][data-row="2"][data-column="1"]');
  await cell.waitFor();
  const before = (await cell.innerText()).trim();
  for (const value of ['bench one', 'bench two', 'bench three', before]) {
    await cell.focus();
    await on.keyboard.press('F2');
    await on.getByRole('textbox', { name: 'Common name' }).fill(value);
    await on.evaluate((text) => {
      const painted = new Promise<number>((resolve) => {
        const look = (pressed: number) => {
          const shown = document
            .querySelector('[role="gridcell"][data-row="2"][data-column="1"]')
            ?.textContent?.includes(text);
          const isOpen =
            document.querySelector('[role="gridcell"] input:not([type="checkbox"])') !== null;
          if (shown && !isOpen) requestAnimationFrame((now) => resolve(now - pressed));
          else requestAnimationFrame(() => look(pressed));
        };
        addEventListener('keydown', ({ timeStamp }) => look(timeStamp), {
          capture: true,
          once: true,
        });
      });
      Object.assign(globalThis, { painted });
    }, value);
    await on.keyboard.press('Enter');
    const took = await on.evaluate(
      () => (globalThis as unknown as { painted: Promise<number> }).painted,
    );
    times.push(Math.round(took));
    await on.waitForTimeout(500);
  }
  return times.slice(0, -1);
}
