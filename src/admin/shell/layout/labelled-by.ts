/** Labels a menu like the button that opens it, because a menu has no heading of its own. */
export function labelledBy(opener: HTMLElement | null): { 'aria-label'?: string } {
  const name = opener?.getAttribute('aria-label') ?? opener?.textContent ?? '';
  return name === '' ? {} : { 'aria-label': name };
}
