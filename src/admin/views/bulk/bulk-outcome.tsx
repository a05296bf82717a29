import { Button, LinearProgress, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { BulkSummary } from '../../provider/bulk.ts';
import { percentOf } from '../percent-of.ts';
import { BulkSummaryView } from '../transfer/bulk-summary.tsx';
import { useNumber } from '../use-number.ts';
import type { BulkRun } from './use-bulk-run.ts';

/** How far a bulk action is. */
export function BulkProgressBar({ run: { isBusy, progress } }: { run: BulkRun }) {
  const translate = useTranslate();
  const number = useNumber();
  if (!isBusy) return null;
  const { done = 0, expected = 0 } = progress ?? {};
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
          {translate('grid.progress', { done: number(done), expected: number(expected) })}
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
  const failed = [...new Set(summary.problems.flatMap(({ _id }) => _id ?? []))];
  return (
    <>
      <BulkSummaryView summary={summary} done={done} />
      {failed.length > 0 && (
        <Button
          size="small"
          sx={{ mt: 1 }}
          onClick={() => {
            onSelect(failed);
            onKept();
          }}
        >
          {translate('grid.keep_failed', { smart_count: failed.length })}
        </Button>
      )}
    </>
  );
}
