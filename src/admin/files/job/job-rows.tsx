import type { Job, JobRow } from '../../../contract/jobs.ts';
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
import { type Mends, useMending } from './mends.ts';
import { useRowComments } from './row-comments.tsx';
import { RowFilter } from './row-filter.tsx';
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
  chooser?: RowChooser | undefined;
  /** Set where cells can be mended: in all rows before the import, afterwards in those that failed. */
  mends?: Mends | undefined;
};

/** The server keeps at most this many rows of each outcome that gives no reasons. */
const MAX_KEPT_ROWS = 1_000;

/** The rows of a job, one outcome at a time. */
export function JobRows({ job, chooser, mends }: JobRowsProps) {
  const { outcomes: files, ...all } = useTexts('files');
  const { missing } = useTexts('import-rows');
  const commentsOf = useRowComments(job);
  const [filter, setFilter] = useState<RowsFilter>({});
  const [shown, setShown] = useState<Outcome>(
    outcomes.find((one) => countOf(job, one) > 0) ?? 'failed',
  );
  const { rows, first, state, more } = usePages({
    queryKey: ['job-rows', job.id, shown, filter, job.endedAt],
    read: (after: number | null, signal) =>
      readRows(job.id, { outcome: shown, ...filter }, { after, signal }),
    staleTime: 30_000,
    texts: { ...all, empty: files.none },
  });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <OutcomeChoice
        job={job}
        value={shown}
        onChange={(next) => {
          setShown(next);
          setFilter({});
        }}
      />
      {countOf(job, shown) > 1 && (
        <RowFilter
          key={shown}
          {...{ job, filter, chooser }}
          outcome={shown}
          onChange={setFilter}
          total={first?.total ?? undefined}
        />
      )}
      {(shown === 'warning' || shown === 'leftOut') && (
        <SaveRows key={shown} job={job} outcome={shown} />
      )}
      {shown === 'missing' && job.summary?.missing?.isWithheld && <Hint>{missing.withheld}</Hint>}
      {state}
      {rows.length > 0 && (
        <div>
          <RowList {...{ job, rows, chooser, mends, commentsOf }} outcome={shown} />
          {more}
        </div>
      )}
      <KeptNote job={job} outcome={shown} filter={filter} />
    </Box>
  );
}

function countOf({ summary }: Job, outcome: Outcome): number {
  if (outcome === 'missing') return summary?.missing?.total ?? 0;
  return summary?.[outcome === 'warning' ? 'warnings' : outcome] ?? 0;
}

function useOutcomeTexts(): Readonly<Record<Outcome, string>> {
  const { mended, missing } = useTexts('import-rows');
  return { ...useTexts('files').outcomes, mended, missing: missing.outcome };
}

type OutcomeChoiceProps = { job: Job; value: Outcome; onChange: (outcome: Outcome) => void };

/** The outcomes of rows with their counts. Those that few imports have are offered only if there are some. */
function OutcomeChoice({ job, value, onChange }: OutcomeChoiceProps) {
  const { outcomes: files } = useTexts('files');
  const texts = useOutcomeTexts();
  const number = useNumberFormat();
  const offered = outcomes.filter((one) => !rare.includes(one) || countOf(job, one) > 0);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={value}
      onChange={(_, next: Outcome | null) => next && onChange(next)}
      aria-label={files.show}
      sx={outcomesSx}
    >
      {offered.map((outcome) => (
        <ToggleButton key={outcome} value={outcome} sx={{ px: 1.5, textTransform: 'none' }}>
          {texts[outcome]} {number(countOf(job, outcome))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

type RowListProps = JobRowsProps & {
  rows: readonly JobRow[];
  outcome: Outcome;
  commentsOf: ReturnType<typeof useRowComments>;
};

function RowList({ job, rows, outcome: shown, chooser, mends, commentsOf }: RowListProps) {
  const texts = useOutcomeTexts();
  const mending = useMending(job, mends);
  const isMendable = ({ outcome }: JobRow): boolean =>
    outcome === 'failed' || (chooser !== undefined && !['leftOut', 'missing'].includes(outcome));
  return (
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
          chooser={chooser}
          comments={row.outcome === 'missing' ? undefined : commentsOf?.(row)}
        />
      ))}
    </Paper>
  );
}

type KeptNoteProps = { job: Job; outcome: Outcome; filter: RowsFilter };

/** That the server does not keep all rows of an outcome. */
function KeptNote({ job, outcome, filter }: KeptNoteProps) {
  const { outcomes: files } = useTexts('files');
  const { onlyKept } = useTexts('import-rows');
  const number = useNumberFormat();
  if (outcomesWithProblems.includes(outcome) || countOf(job, outcome) <= MAX_KEPT_ROWS) return null;
  const text = Object.keys(filter).length > 0 ? onlyKept : files.first;
  return <Hint>{fillTemplate(text, { count: number(MAX_KEPT_ROWS) })}</Hint>;
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
