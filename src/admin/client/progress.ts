import { useEffect } from 'react';
import { createPageState } from './page-state.ts';

const running = createPageState(0);

function change(by: 1 | -1): void {
  running.set(running.get() + by);
}

/**
 * Shows the progress bar while the work runs: for what react-query does not track, such as
 * the chunk of a screen, a download or an upload.
 */
export async function withProgress<T>(work: Promise<T>): Promise<T> {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
}

/** Whether work is running that leaving the page would cancel. */
export function isInProgress(): boolean {
  return running.get() > 0;
}

/** Shows the progress bar for something without a promise, such as a job on the server. */
export function useProgressWhile(isGoingOn: boolean): void {
  useEffect(() => {
    if (!isGoingOn) return;
    change(1);
    return () => change(-1);
  }, [isGoingOn]);
}

export function useProgress(): boolean {
  return running.use() > 0;
}
