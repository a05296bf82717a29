import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { RecordProvider } from '../client/data-provider.ts';
import type { BulkOrder, BulkProgress, BulkSummary } from '../client/bulk.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { useResource } from './use-resource.ts';

export type BulkRun = {
  isBusy: boolean;
  /** How far it is; undefined before the first batch. */
  progress: BulkProgress | undefined;
  summary: BulkSummary | undefined;
  /** Undefined when it could not be done at all, which is told. */
  run(order: BulkOrder): Promise<BulkSummary | undefined>;
  /** The batch that has begun is finished, and no other begun; the summary then says what was done. */
  cancel(): void;
  isStopping: boolean;
};

/** Does something with many records in one call, and says how far it is and what became of them. */
export function useBulkRun(): BulkRun {
  const { resource } = useResource();
  const { bulk } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const notifyError = useNotifyError();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<BulkProgress>();
  const [summary, setSummary] = useState<BulkSummary>();
  const [isStopping, setStopping] = useState(false);
  const stopping = useRef<AbortController>(undefined);

  const run: BulkRun['run'] = async (order) => {
    setBusy(true);
    setStopping(false);
    setProgress(undefined);
    stopping.current = new AbortController();
    try {
      const { signal } = stopping.current;
      const outcome = await bulk(resource.name, order, { onProgress: setProgress, signal });
      await queries.invalidateQueries({ queryKey: [resource.name] });
      setSummary(outcome);
      return outcome;
    } catch (error) {
      notifyError(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const cancel = (): void => {
    setStopping(true);
    stopping.current?.abort();
  };
  return { isBusy, progress, summary, run, cancel, isStopping };
}
