import { useEffect } from 'react';
import { createPageState } from './page-state.ts';

const running = createPageState(0);

function change(by: 1 | -1): void {
  running.set(running.get() + by);
}

/**
 * Shows the progress bar for as long as the work goes on: for what react-query
 * does not know of, such as a screen's own chunk, a download or an upload.
 */
export async function withProgress<T>(work: Promise<T>): Promise<T> {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
}

/** Whether something is on its way that would be called off with the page. */
export function isInProgress(): boolean {
  return running.get() > 0;
}

/** The same while something goes on that no promise of ours stands for, such as a job of the server. */
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
