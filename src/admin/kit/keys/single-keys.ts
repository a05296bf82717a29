/** The setting that switches off keys without Ctrl or Alt (WCAG 2.2, 2.1.4). */
export const SINGLE_KEYS = 'singleKeys';

/** Whether a key pressed there types a character. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}
