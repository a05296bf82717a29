import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onServerEvent } from './server-events.ts';

/** Changes of half a second are one reason to read a list again. */
const TOGETHER = 500;

/**
 * Reads again what is shown of a resource when somebody changed it. What is on the screen stays until
 * the answer is there; a form in which somebody types keeps what was typed.
 */
export function useFreshRecords(queries: QueryClient): void {
  useEffect(() => refreshOnEvents(queries), [queries]);
}

function refreshOnEvents(queries: QueryClient): () => void {
  const waiting = new Set<string>();
  let timer: number | undefined;
  let all = false;
  const refresh = (): void => {
    timer = undefined;
    // A tab nobody sees asks for nothing; what it missed it reads when it is looked at.
    if (document.hidden) return;
    const names = new Set(waiting);
    const every = all;
    waiting.clear();
    all = false;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [resource], meta }) =>
        every ||
        names.has(String(resource)) ||
        // What is shown of one resource may count records of others.
        (meta?.['asks'] as readonly string[] | undefined)?.some((name) => names.has(name)) === true,
    });
  };
  const stop = onServerEvent(({ event, data }) => {
    if (event === 'resync') all = true;
    else if (event.startsWith('record.') && 'resource' in data) waiting.add(data.resource);
    else return;
    timer ??= window.setTimeout(refresh, TOGETHER);
  });
  const lookAgain = (): void => {
    if (timer === undefined && (all || waiting.size > 0)) refresh();
  };
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', lookAgain);
    window.clearTimeout(timer);
  };
}
