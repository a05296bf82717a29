import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import { Alert, Button, LinearProgress, Typography } from '@mui/material';
import type { RecordProvider } from '../client/data-provider.ts';
import type { BulkOrder, BulkProgress, BulkSummary } from '../client/bulk.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { useResource } from './use-resource.ts';
import { percentOf } from './percent-of.ts';
import { BulkSummaryView } from './bulk-summary.tsx';
import { useNumber } from './use-number.ts';

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

/** How far a bulk action is. */
export function BulkProgressBar({ run: { isBusy, progress, isStopping } }: { run: BulkRun }) {
  const translate = useTranslate();
  const number = useNumber();
  if (!isBusy) return null;
  const { done = 0, expected = 0 } = progress ?? {};
  const told = { done: number(done), expected: number(expected) };
  return (
    <>
      <LinearProgress
        variant={expected > 0 ? 'determinate' : 'indeterminate'}
        value={percentOf(done, expected)}
        aria-label={translate('action.running')}
        sx={{ mt: 2 }}
      />
      {expected > 0 && (
        <Typography variant="caption" color="text.secondary">
          {translate('grid.progress', told)}
          {isStopping && ` ${translate('grid.stopping')}`}
        </Typography>
      )}
    </>
  );
}

type BulkOutcomeProps = {
  summary: BulkSummary;
  done: 'updated' | 'deleted';
  /** Called when what failed was taken over as the selection. */
  onKept: () => void;
};

/** What became of many records in the words of the specification, and the failures for another try. */
export function BulkOutcome({ summary, done, onKept }: BulkOutcomeProps) {
  const { onSelect } = useListContext();
  const translate = useTranslate();
  const number = useNumber();
  const failed = [...new Set(summary.problems.flatMap(({ _id }) => _id ?? []))];
  const { stopped } = summary;
  const changed = summary.updated + summary.created + summary.deleted;
  const left = summary.total - changed - summary.unchanged - summary.failed;
  const offered = [
    ['keep_failed', failed],
    ['keep_changed', done === 'updated' ? (stopped?.changed ?? []) : []],
    ['keep_left', stopped?.left ?? []],
  ] as const;
  return (
    <>
      {stopped && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {translate('grid.stopped', { changed: number(changed), left: number(left) })}
        </Alert>
      )}
      <BulkSummaryView summary={summary} done={done} />
      {offered
        .filter(([, ids]) => ids.length > 0)
        .map(([key, ids]) => (
          <Button
            key={key}
            size="small"
            sx={{ mt: 1, mr: 1 }}
            onClick={() => {
              onSelect([...ids]);
              onKept();
            }}
          >
            {translate(`grid.${key}`, { smart_count: ids.length, formatted: number(ids.length) })}
          </Button>
        ))}
    </>
  );
}
