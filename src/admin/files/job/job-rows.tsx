import type { Job } from '../../../contract/jobs.ts';
import {
  Box,
  Button,
  Paper,
  ToggleButton,
  ToggleButtonGroup,
  type SxProps,
  type Theme,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { isDryRun, readRows, type Outcome, type RowsFilter, saveRows } from './jobs.ts';
import { JobRowView } from './job-row-view.tsx';
import type { Mends } from './mends.ts';
import { RowFilter } from './row-filter.tsx';
import { useMending } from './use-mending.ts';
import type { RowChooser } from '../row-chooser.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';
import { usePages } from '../../kit/loading/query-state.tsx';
import { Hint } from '../../kit/hint.tsx';

const outcomes = [
  'failed',
  'warning',
  'created',
  'updated',
  'unchanged',
  'leftOut',
  'mended',
  'missing',
] as const satisfies Outcome[];

/** The outcomes that few imports have. */
const rare: readonly Outcome[] = ['warning', 'leftOut', 'mended', 'missing'];

/** The outcomes whose rows give reasons; the user can look at the rows of one reason. */
const outcomesWithProblems: readonly Outcome[] = ['failed', 'warning'];

/** The outcomes of rows that are about a record which was there before. */
const hasRecord: readonly string[] = ['updated', 'unchanged', 'missing'];

type JobRowsProps = {
  job: Job;
  /** Set before the import: which rows go in, and how. */
  chooser?: RowChooser;
  /** Set where cells can be mended: in all rows before the import, afterwards in those that failed. */
  mends?: Mends | undefined;
};

/** The server keeps at most this many rows of each outcome that gives no reasons. */
const KEPT = 1_000;

/** The rows of a job, one outcome at a time. */
export function JobRows({ job, chooser, mends }: JobRowsProps) {
  const { outcomes: files, ...all } = useTexts('files');
  const { mended, onlyKept, missing } = useTexts('import-rows');
  const texts = { ...files, mended, missing: missing.outcome };
  const mending = useMending(job, mends);
  const number = useNumberFormat();
  const countOf = (outcome: Outcome): number =>
    outcome === 'missing'
      ? (job.summary?.missing?.total ?? 0)
      : (job.summary?.[outcome === 'warning' ? 'warnings' : outcome] ?? 0);
  // Outcomes that few imports have are offered only if there are some.
  const offered = outcomes.filter((one) => !rare.includes(one) || countOf(one) > 0);
  const [filter, setFilter] = useState<RowsFilter>({});
  const [shown, setShown] = useState<Outcome>(outcomes.find((one) => countOf(one) > 0) ?? 'failed');
  const { rows, first, state, more } = usePages({
    queryKey: ['job-rows', job.id, shown, filter, job.endedAt],
    read: (after: number | null, signal) =>
      readRows(job.id, { outcome: shown, ...filter }, after, signal),
    staleTime: 30_000,
    texts: { ...all, empty: texts.none },
  });
  const isMendable = ({ outcome }: { outcome: string }) =>
    outcome !== 'leftOut' &&
    outcome !== 'missing' &&
    (chooser !== undefined || outcome === 'failed');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={shown}
        onChange={(_, next: Outcome | null) => {
          if (!next) return;
          setShown(next);
          setFilter({});
        }}
        aria-label={texts.show}
        sx={outcomesSx}
      >
        {offered.map((outcome) => (
          <ToggleButton key={outcome} value={outcome} sx={{ px: 1.5, textTransform: 'none' }}>
            {texts[outcome]} {number(countOf(outcome))}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {countOf(shown) > 1 && (
        <RowFilter
          key={shown}
          job={job}
          outcome={shown}
          filter={filter}
          onChange={setFilter}
          total={first?.total ?? undefined}
          {...(chooser && { chooser })}
        />
      )}
      {(shown === 'warning' || shown === 'leftOut') && (
        <SaveRows key={shown} job={job} outcome={shown} />
      )}
      {shown === 'missing' && job.summary?.missing?.isWithheld && <Hint>{missing.withheld}</Hint>}
      {state}
      {rows.length > 0 && (
        <div>
          <Paper
            variant="outlined"
            component="ul"
            aria-label={texts[shown]}
            sx={{ m: 0, p: 0, listStyle: 'none' }}
          >
            {rows.map((row) => (
              <JobRowView
                key={row.row}
                row={row}
                isThere={hasRecord.includes(row.outcome) || !isDryRun(job)}
                mending={isMendable(row) ? mending : undefined}
                {...(chooser && { chooser })}
              />
            ))}
          </Paper>
          {more}
        </div>
      )}
      {!outcomesWithProblems.includes(shown) && countOf(shown) > KEPT && (
        <Hint>
          {fillTemplate(Object.keys(filter).length > 0 ? onlyKept : texts.first, {
            count: number(KEPT),
          })}
        </Hint>
      )}
    </Box>
  );
}

/** Two by two where four do not fit, each button with all its edges. */
const outcomesSx: SxProps<Theme> = (theme) => ({
  justifySelf: 'start',
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: 1,
    justifySelf: 'stretch',
    '& .MuiToggleButtonGroup-grouped': { m: 0, border: 1, borderColor: 'divider', borderRadius: 1 },
  },
});

/** Downloads the rows of the current filter as a file, with the problems of each row. */
function SaveRows({ job, outcome }: { job: Job; outcome: Outcome }) {
  const { actions: texts } = useTexts('files');
  const onError = useNotifyError();
  const save = useMutation({ mutationFn: () => saveRows(job, outcome), onError });
  return (
    <Button
      size="small"
      sx={{ justifySelf: 'start' }}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {texts.rowsAsFile}
    </Button>
  );
}
