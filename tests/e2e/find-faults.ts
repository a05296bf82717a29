import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules whose outcome the colours of a theme change. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page that keeps somebody from using it, in light and, if asked for, in dark colours. */
export async function findFaults(page: Page, { inDark = false } = {}): Promise<string[]> {
  const light = await findSerious(page, {});
  if (!inDark) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findSerious(page, { runOnly: { type: 'rule', values: ofColours } });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `in the dark: ${fault}`)];
}

async function findSerious(page: Page, options: Options): Promise<string[]> {
  const { violations } = await analyze(page, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** What axe finds against WCAG 2.2, A and AA, whatever it makes of it, and what makes the page scroll to the side (1.4.10). */
export async function findAllFaults(page: Page): Promise<string[]> {
  // The rule of the size of targets is left out unless asked for.
  const { violations } = await analyze(page, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    rules: { 'target-size': { enabled: true } },
  });
  const faults: string[] = [];
  for (const { id, nodes } of violations)
    for (const { html, any, target } of nodes)
      if (id !== 'target-size' || (await isSmallEverywhere(page, String(target[0]))))
        faults.push(`${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return wider > 0 ? [...faults, `${wider} pixels wider than the window`] : faults;
}

/** Whether a target is too small in the middle of the page as well, where no bar that stays in place covers a part of it. */
async function isSmallEverywhere(page: Page, selector: string): Promise<boolean> {
  const isThere = await page.evaluate((of) => {
    const target = document.querySelector(of);
    target?.scrollIntoView({ block: 'center' });
    return target !== null;
  }, selector);
  // Drawn for another width of the window, which had just changed.
  if (!isThere) return false;
  const { violations } = await analyze(page, {
    runOnly: { type: 'rule', values: ['target-size'] },
  });
  return violations.some(({ nodes }) => nodes.some(({ target }) => String(target[0]) === selector));
}

type Options = Parameters<AxeBuilder['options']>[0];

async function analyze(page: Page, options: Options) {
  // The script has half a megabyte, and the builder would send it twice for each look.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(new AxeBuilder({ page })['script']());
  return (
    new AxeBuilder({ page, axeSource: 'void 0' })
      .options({ ...options, resultTypes: ['violations'] })
      // No page has frames; without this a tab is opened and closed for each look.
      .setLegacyMode()
      .analyze()
  );
}
