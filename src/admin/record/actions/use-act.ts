import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { Action } from '../../../descriptor/actions.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
import { emptySummary, refusalOf, type BulkSummary } from '../../client/bulk.ts';
import type { Filters } from '../../client/list-query.ts';
import { wholeRecordKey } from '../use-refresh.ts';
import { useResource } from '../../kit/use-resource.ts';

/** A record an action is done with; without a version it is whatever is there. */
export type Target = { id: string | number; _version?: unknown };

/** All records a filter lets through, however many those are. */
export type AllMatching = { filter: Filters; count: number };

type Acting = {
  /** How many are done, while it runs. */
  done: number | undefined;
  run(targets: readonly Target[], form: Readonly<Record<string, unknown>>): Promise<BulkSummary>;
  /** What has begun is finished, and nothing more begun. */
  cancel(): void;
};

/** So many at a time: the server has others to answer too. */
const AT_ONCE = 4;

/** Does an action with each of the records by a call of its own, and tells what became of each. */
export function useAct(action: Action): Acting {
  const { name } = useResource().resource;
  const { act } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const isCancelled = useRef(false);

  const run: Acting['run'] = async (targets, form) => {
    const open = [...targets];
    const changed: string[] = [];
    const summary = { ...emptySummary, problems: [] as BulkSummary['problems'][number][] };
    isCancelled.current = false;
    setDone(0);
    const work = async (): Promise<void> => {
      for (let record = open.shift(); record; record = open.shift()) {
        if (isCancelled.current) return;
        summary.total += 1;
        try {
          const after: RaRecord = await act({ action, record, form });
          queries.setQueryData(wholeRecordKey(name, record.id), after);
          summary.updated += 1;
          changed.push(String(record.id));
        } catch (error) {
          summary.failed += 1;
          summary.problems.push(...refusalOf(error, String(record.id)));
        }
        setDone(summary.total);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await queries.invalidateQueries({
      predicate: ({ queryKey: [resource, method] }) => resource === name && method !== 'getOne',
    });
    setDone(undefined);
    if (open.length === 0) return summary;
    const left = open.map(({ id }) => String(id));
    return { ...summary, total: targets.length, stopped: { changed, left } };
  };
  return { done, run, cancel: () => void (isCancelled.current = true) };
}
