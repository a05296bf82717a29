import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What has the focus, by its role or tag and its name; `body` is what nobody wants to hear. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null || element === document.body) return 'body';
    const role = element.getAttribute('role') ?? element.localName;
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return `${role} ${name.slice(0, 80)}`;
  });
}

/** Whoever acted on something that is gone goes on from somewhere (WCAG 2.2, 2.4.3). */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => focused(page)).not.toBe('body');
}
