/**
 * Fetches what a record's page is made of. A first list does not wait for it, but who
 * points at a row is likely to open it, and then nothing is left to wait for.
 */
export function preloadRecordScreen(): void {
  // Opening the page tries again, and there it is said when it fails.
  import('../record/record-screen.tsx').catch(() => undefined);
}
