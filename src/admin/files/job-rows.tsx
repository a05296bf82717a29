import type { Job } from '../../contract/jobs.ts';
import {
  Box,
  Button,
  Paper,
  ToggleButton,
  ToggleButtonGroup,
  type SxProps,
  type Theme,
} from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useNumberFormat } from '../kit/use-number-format.ts';
import {
  isDryRun,
  readRows,
  type Outcome,
  type RowsFilter,
  saveRows,
  readProblems,
} from './jobs.ts';
import { JobRowView } from './job-row-view.tsx';
import type { RowChooser } from './row-chooser.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { useTexts } from '../messages/texts.ts';
import { problemText } from '../messages/problem-text.ts';
import { NativeSelect } from '../kit/native-select.tsx';
import { usePages } from '../kit/query-state.tsx';
import { Hint } from '../kit/hint.tsx';

const outcomes = [
  'failed',
  'warning',
  'created',
  'updated',
  'unchanged',
  'leftOut',
] as const satisfies Outcome[];

/** The outcomes whose rows give reasons; the user can look at the rows of one reason. */
const said: readonly Outcome[] = ['failed', 'warning'];

type JobRowsProps = {
  job: Job;
  /** Set before the import: which rows go in, and how. */
  chooser?: RowChooser;
};

/** The server keeps at most this many rows of each outcome that gives no reasons. */
const KEPT = 1_000;

/** The rows of a job, one outcome at a time. */
export function JobRows({ job, chooser }: JobRowsProps) {
  const { outcomes: texts, ...all } = useTexts('files');
  const number = useNumberFormat();
  const countOf = (outcome: Outcome): number =>
    job.summary?.[outcome === 'warning' ? 'warnings' : outcome] ?? 0;
  // Outcomes that few imports have are offered only if there are some.
  const offered = outcomes.filter(
    (one) => (one !== 'warning' && one !== 'leftOut') || countOf(one) > 0,
  );
  const [filter, setFilter] = useState<RowsFilter>({});
  const [shown, setShown] = useState<Outcome>(outcomes.find((one) => countOf(one) > 0) ?? 'failed');
  const { rows, state, more } = usePages({
    queryKey: ['job-rows', job.id, shown, filter, job.endedAt],
    read: (after: number | null, signal) =>
      readRows(job.id, { outcome: shown, ...(said.includes(shown) && filter) }, after, signal),
    staleTime: 30_000,
    texts: { ...all, empty: texts.none },
  });
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
      {said.includes(shown) && countOf(shown) > 1 && (
        <Box sx={{ display: 'grid', maxWidth: 560 }}>
          <ProblemFilter
            key={shown}
            job={job}
            outcome={shown}
            filter={filter}
            onChange={setFilter}
          />
        </Box>
      )}
      {(shown === 'warning' || shown === 'leftOut') && (
        <SaveRows key={shown} job={job} outcome={shown} />
      )}
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
                isThere={row.outcome === 'updated' || row.outcome === 'unchanged' || !isDryRun(job)}
                {...(chooser && { chooser })}
              />
            ))}
          </Paper>
          {more}
        </div>
      )}
      {!said.includes(shown) && countOf(shown) > KEPT && (
        <Hint>{fillTemplate(texts.first, { count: number(KEPT) })}</Hint>
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

type ProblemFilterProps = {
  job: Job;
  outcome: Outcome;
  filter: RowsFilter;
  onChange: (filter: RowsFilter) => void;
};

/** Problems and warnings by column and kind, the most frequent first. Choosing one shows only its rows. */
function ProblemFilter({ job, outcome, filter, onChange }: ProblemFilterProps) {
  const { outcomes: texts } = useTexts('files');
  const number = useNumberFormat();
  const { data = [] } = useQuery({
    queryKey: ['job-problems', job.id, outcome, job.endedAt],
    queryFn: ({ signal }) => readProblems(job.id, outcome, signal),
  });
  if (data.length < 2) return null;
  const value = data.findIndex(
    ({ column, code }) => column === filter.column && String(code) === filter.code,
  );
  return (
    <NativeSelect
      label={texts.which}
      value={value < 0 ? '' : String(value)}
      none={texts.allProblems}
      options={data.map((one, at) => {
        const text = [one.column, problemText(one)].filter((part) => part !== '').join(': ');
        return [String(at), `${text} (${number(one.count)})`];
      })}
      onChange={(at) => {
        const chosen = at === '' ? undefined : data[Number(at)];
        onChange(chosen ? { column: chosen.column, code: String(chosen.code) } : {});
      }}
    />
  );
}
