import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page against WCAG 2.2 A and AA, or what else it takes for serious; and what makes it scroll to the side (1.4.10). */
export async function findFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Left out unless asked for.
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  const faults = violations
    .filter(
      ({ impact, tags }) =>
        impact === 'serious' || impact === 'critical' || tags.some((tag) => /^wcag\d/.test(tag)),
    )
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return wider > 0 ? [...faults, `reflow: ${wider} pixels wider than the window`] : faults;
}
