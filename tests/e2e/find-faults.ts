import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page that keeps somebody from using it, in light and, if asked for, in dark colours. */
export async function findFaults(page: Page, { inDark = false } = {}): Promise<string[]> {
  if (inDark) {
    const light = await findFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await findFaults(page);
    await page.emulateMedia({ colorScheme: 'light' });
    return [...light, ...dark.map((fault) => `in the dark: ${fault}`)];
  }
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** What axe finds against WCAG 2.2, A and AA, whatever it makes of it, and what makes the page scroll to the side (1.4.10). */
export async function findAllFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The rule of the size of targets is left out unless asked for.
    .options({
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    })
    // No page has frames; without this a tab is opened and closed for each look.
    .setLegacyMode()
    .analyze();
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return wider > 0 ? [...faults, `${wider} pixels wider than the window`] : faults;
}
