import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setPreparingPrint } from '../../../fields/screen/use-print.ui.ts';

/** Milliseconds. After this, what has not arrived is missing on paper. */
const PRINT_TIMEOUT_MS = 8_000;

/** How long nothing must be loading: a list may ask for titles once it has its records. */
const QUIET_MS = 300;

/**
 * Prints with Ctrl+P once everything has loaded. The browser's own command prints at once, without the lists of a
 * record that nobody has opened yet.
 */
export function usePrintKey(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'p' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      event.preventDefault();
      if (!event.repeat) void printWhenLoaded(queries);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [queries]);
}

async function printWhenLoaded(queries: QueryClient): Promise<void> {
  setPreparingPrint(true);
  const end = performance.now() + PRINT_TIMEOUT_MS;
  let quietSince = performance.now();
  while (performance.now() < end && performance.now() - quietSince < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (queries.isFetching() > 0) quietSince = performance.now();
  }
  try {
    window.print();
  } finally {
    setPreparingPrint(false);
  }
}
