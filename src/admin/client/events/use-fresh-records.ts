import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { resourcesReadBy } from '../../../descriptor/expression/paths.ts';
import { onServerEvent } from './server-events.ts';
import { INBOX, isToldOnce, threadsKey } from './threads-key.ts';

/** Milliseconds in which several changes cause only one reload of a list. */
const TOGETHER = 500;

/**
 * Reloads the shown data of a resource when somebody changes it. The screen keeps its
 * content until the answer arrives, and a form keeps what the user has typed.
 */
export function useFreshRecords(queries: QueryClient, descriptor: Descriptor): void {
  useEffect(() => refreshOnEvents(queries, descriptor), [queries, descriptor]);
}

function refreshOnEvents(queries: QueryClient, { resources }: Descriptor): () => void {
  const waiting = new Set<string>();
  let timer: number | undefined;
  let all = false;
  /** The server sends missed changes of records again when the stream continues, but not what it said of anything else. */
  let hasMissed = false;
  let wasLost = false;
  const refresh = (): void => {
    timer = undefined;
    // A hidden tab requests nothing; it catches up when it becomes visible.
    if (document.hidden) return;
    const names = new Set(waiting);
    const every = all;
    const missed = hasMissed;
    waiting.clear();
    all = hasMissed = false;
    void queries.invalidateQueries({
      predicate: ({ queryKey, meta }) =>
        every ||
        names.has(String(queryKey[0])) ||
        (missed && isToldOnce(queryKey[0])) ||
        resourcesBehind(resources, queryKey).some((name) => names.has(name)) ||
        // Data of one resource may count records of others.
        (meta?.['asks'] as readonly string[] | undefined)?.some((name) => names.has(name)) === true,
    });
  };
  const stop = onServerEvent(({ event, data }) => {
    wasLost ||= event === 'lost';
    if (event === 'resync') all = true;
    else if (event === 'missed' || (event === 'ready' && wasLost)) hasMissed = true;
    // Lists say how many threads their records have.
    else if (event === 'thread.changed')
      for (const name of [threadsKey(data.resource), data.resource]) waiting.add(name);
    else if (event === 'inbox.changed') waiting.add(INBOX);
    else if (event.startsWith('record.') && 'resource' in data) waiting.add(data.resource);
    else return;
    timer ??= window.setTimeout(refresh, TOGETHER);
  });
  const refreshIfWaiting = (): void => {
    if (timer === undefined && (all || hasMissed || waiting.size > 0)) refresh();
  };
  document.addEventListener('visibilitychange', refreshIfWaiting);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', refreshIfWaiting);
    window.clearTimeout(timer);
  };
}

/**
 * The resources whose values a query of another one shows: it names their fields, as in `chem.commonName`, or has
 * fields that are computed from them.
 */
function resourcesBehind(
  resources: Descriptor['resources'],
  [name, ...rest]: readonly unknown[],
): readonly string[] {
  const resource = resources.get(String(name));
  if (!resource) return [];
  const computed = [...resource.fields.values()].filter((field) => field.computed !== undefined);
  const read = computed.flatMap((field) => [...resourcesReadBy(resources, resource, field)]);
  // Some keys have an encoded query.
  const text = JSON.stringify(rest).replaceAll('%2C', ',');
  const paths = text.match(/[A-Za-z]\w*(?:\.\w+)+/g) ?? [];
  return [...read, ...paths.flatMap((path) => resource.through.find(path)?.resources ?? [])];
}
