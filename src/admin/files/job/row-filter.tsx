import type { Job, JobProblems, JobRow } from '../../../contract/jobs.ts';
import { Alert, Box, Button } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { Hint } from '../../kit/hint.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { readAllRows, readProblems, type Outcome, type RowsFilter } from './jobs.ts';
import type { RowChooser } from '../row-chooser.ts';
import { useFileFields } from '../use-file-fields.ts';

type RowFilterProps = {
  job: Job;
  outcome: Outcome;
  filter: RowsFilter;
  onChange: (filter: RowsFilter) => void;
  /** How many rows match; undefined until it is known. */
  total: number | undefined;
  chooser: RowChooser | undefined;
};

/** Filters rows by problem and by the field they change. Both apply together. */
export function RowFilter(props: RowFilterProps) {
  const { job, outcome, filter, onChange } = props;
  const texts = useTexts('import-rows');
  const number = useNumberFormat();
  const { labelOf } = useFileFields();
  const { data } = useQuery({
    queryKey: ['job-problems', job.id, outcome, job.endedAt],
    queryFn: ({ signal }) => readProblems(job.id, outcome, signal),
  });
  const { data: problems = [], fields = [] } = data ?? {};
  const isOffered = problems.length > (outcome === 'failed' ? 1 : 0);
  if (!isOffered && fields.length < 2) return null;
  const { field: _, ...withoutField } = filter;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={filtersSx}>
        {isOffered && <ProblemChoice {...{ problems, filter, onChange }} />}
        {fields.length > 1 && (
          <NativeSelect
            label={texts.fields}
            value={filter.field ?? ''}
            none={texts.allFields}
            options={fields.map(({ field, count }) => [
              field,
              `${labelOf(field)} (${number(count)})`,
            ])}
            onChange={(field) => onChange({ ...withoutField, ...(field !== '' && { field }) })}
          />
        )}
      </Box>
      {Object.keys(filter).length > 0 && <FilteredRows {...props} />}
    </Box>
  );
}

type ProblemChoiceProps = Pick<RowFilterProps, 'filter' | 'onChange'> & {
  problems: JobProblems['data'];
};

function ProblemChoice({ problems, filter, onChange }: ProblemChoiceProps) {
  const { outcomes: texts } = useTexts('files');
  const number = useNumberFormat();
  const at = problems.findIndex(
    ({ column, code }) => column === filter.column && String(code) === filter.code,
  );
  const { column: _, code: __, ...withoutProblem } = filter;
  return (
    <NativeSelect
      label={texts.which}
      value={at < 0 ? '' : String(at)}
      none={texts.allProblems}
      options={problems.map((one, place) => {
        const text = [one.column, problemText(one)].filter((part) => part !== '').join(': ');
        return [String(place), `${text} (${number(one.count)})`];
      })}
      onChange={(chosen) => {
        const problem = chosen === '' ? undefined : problems[Number(chosen)];
        onChange({
          ...withoutProblem,
          ...(problem && { column: problem.column, code: String(problem.code) }),
        });
      }}
    />
  );
}

/** How many rows fit the filter; all of them can be left out of the import. */
function FilteredRows({ job, outcome, filter, onChange, total, chooser }: RowFilterProps) {
  const texts = useTexts('import-rows');
  const number = useNumberFormat();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Hint component={Status}>
        {total !== undefined && fillTemplate(texts.found, { count: number(total) })}
      </Hint>
      <Button size="small" onClick={() => onChange({})}>
        {texts.clear}
      </Button>
      {chooser && leavable.includes(outcome) && total !== undefined && total > 0 && (
        <LeaveOut
          key={JSON.stringify(filter)}
          {...{ job, chooser, total }}
          filter={{ outcome, ...filter }}
        />
      )}
    </Box>
  );
}

/** The outcomes whose rows would be imported. */
const leavable: readonly Outcome[] = ['created', 'updated', 'warning', 'mended'];

/** The most rows that an import can leave out. */
const MAX_LEFT_OUT_ROWS = 10_000;

type LeaveOutProps = {
  job: Job;
  filter: { outcome: Outcome } & RowsFilter;
  chooser: RowChooser;
  total: number;
};

/** Leaves out all rows of a filter, also those that are not shown yet, and takes them back. */
function LeaveOut({ job, filter, chooser, total }: LeaveOutProps) {
  const texts = useTexts('import-rows');
  const number = useNumberFormat();
  const onError = useNotifyError();
  const read = useMutation({
    mutationFn: async () => {
      const all = await readAllRows(job.id, filter);
      return all.filter((row) => chooser.isChoosable(row));
    },
    onSuccess: (rows: JobRow[]) => {
      if (!exceeds(rows)) chooser.leaveOutRows(rows, true);
    },
    onError,
  });
  const exceeds = (rows: readonly JobRow[]): boolean =>
    new Set([...chooser.leaveOut, ...rows.map(({ row }) => row)]).size > MAX_LEFT_OUT_ROWS;
  const rows = read.data ?? [];
  const isOut = rows.length > 0 && rows.every((row) => chooser.isLeftOut(row));
  if (total > MAX_LEFT_OUT_ROWS || (rows.length > 0 && !isOut && exceeds(rows)))
    return (
      <Alert severity="info">
        {fillTemplate(texts.tooMany, { count: number(MAX_LEFT_OUT_ROWS) })}
      </Alert>
    );
  const count = number(isOut ? rows.length : total);
  return (
    <Button
      size="small"
      variant="outlined"
      loading={read.isPending}
      onClick={() => (isOut ? chooser.leaveOutRows(rows, false) : read.mutate())}
    >
      {fillTemplate(isOut ? texts.takeBack : texts.leaveOut, { count })}
    </Button>
  );
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 420px))' },
  gap: 1.5,
  pt: 0.5,
};
