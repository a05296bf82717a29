import { Box, Button, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { JobRequest } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { accepts } from '../../../files/import/suggest/guess-conversion.ts';
import { MOST_VALUES, type Step } from '../../../files/steps/step.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import type { Decision } from './decisions.ts';
import { readValues, shownValue } from './read-values.ts';
import { toSentSteps } from './step-drafts.ts';
import { ValueNote } from './value-note.tsx';

export type DistinctValuesProps = {
  jobId: string;
  layout: JobRequest['layout'];
  /** The steps before the table, which make the values that it gets. */
  steps: readonly Step[];
  column: string;
  separator?: string | undefined;
  /** The field that the column maps to; a value that it does not accept has no match. */
  field: Field | undefined;
  values: readonly Decision[];
  onChange: (values: readonly Decision[]) => void;
};

/** The values that are shown at first. */
const VALUES_PER_PAGE = 30;

/** The values of the file that the table lacks, those without a match first, each to be added with one click. */
export function DistinctValues(props: DistinctValuesProps) {
  const { jobId, layout, steps, column, separator, field, values, onChange } = props;
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(VALUES_PER_PAGE);
  const search = useDeferredValue(typed).trim();
  const question = { column, separator, ...(search !== '' && { search }) };
  const { data, error } = useQuery({
    queryKey: ['job-values', jobId, layout, toSentSteps(steps).map(({ sent }) => sent), question],
    queryFn: ({ signal }) => readValues({ jobId, layout, steps }, question, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (!isAsked) {
    return (
      <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => setAsked(true)}>
        {texts.read}
      </Button>
    );
  }
  const inTable = new Set(values.map(([from]) => from));
  const isMatched = (value: string): boolean => !field || accepts(field, value);
  const left = (data?.values ?? [])
    .filter(({ value }) => !inTable.has(value))
    .map((one) => ({ ...one, isMatched: isMatched(one.value) }))
    .sort((one, other) => Number(one.isMatched) - Number(other.isMatched));
  const unmatched = left.filter((one) => !one.isMatched);
  const room = MOST_VALUES - values.length;
  // A value stays as it is until somebody says what it becomes.
  const add = (added: readonly string[]): void =>
    onChange([...values, ...added.slice(0, room).map((value): Decision => [value, value])]);
  return (
    <Box role="group" aria-label={texts.inFile} sx={{ display: 'grid', gap: 1, maxWidth: 640 }}>
      <Typography component="h5" variant="body2" sx={{ fontWeight: 600 }}>
        {texts.inFile}
      </Typography>
      <TextField
        label={texts.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
        sx={{ m: 0 }}
      />
      {error ? <ProblemAlert error={error} /> : null}
      {!data && !error && <Typography component={Status}>{texts.loading}</Typography>}
      {data && <ValueNote columnValues={data} />}
      {data && left.length === 0 && search === '' && <Hint>{texts.nothingLeft}</Hint>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {left.slice(0, most).map((one) => (
          <Button
            key={one.value}
            size="small"
            variant="outlined"
            color={one.isMatched ? 'inherit' : 'warning'}
            disabled={room <= 0}
            onClick={() => add([one.value])}
            sx={{ textTransform: 'none', overflowWrap: 'anywhere' }}
          >
            {shownValue(one.value)} · {number(one.count)}
            {!one.isMatched && ` · ${texts.unmatched}`}
          </Button>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {left.length > most && (
          <Button size="small" onClick={() => setMost(most + VALUES_PER_PAGE)}>
            {fillTemplate(texts.more, { count: number(left.length - most) })}
          </Button>
        )}
        {unmatched.length > 1 && room > 0 && (
          <Button size="small" onClick={() => add(unmatched.map(({ value }) => value))}>
            {fillTemplate(texts.addAll, { count: number(unmatched.length) })}
          </Button>
        )}
      </Box>
    </Box>
  );
}
