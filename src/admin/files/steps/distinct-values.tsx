import { Box, Button, TextField, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { JobRequest } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { accepts } from '../../../files/import/suggest/guess-conversion.ts';
import { MOST_VALUES, type Step } from '../../../files/steps/step.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Decision } from './decisions.ts';
import { shownValue, useValues } from './read-values.ts';
import { useShownPart } from './use-shown-part.tsx';
import { ValuesState } from './value-note.tsx';

type DistinctValuesProps = {
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

const VALUES_PER_PAGE = 30;

/** The values of the file that the table lacks, those without a match first, each to be added with one click. */
export function DistinctValues(props: DistinctValuesProps) {
  const texts = useTexts('import-values');
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <FileValues {...props} />;
  return (
    <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => setAsked(true)}>
      {texts.read}
    </Button>
  );
}

function FileValues({ column, separator, field, values, onChange, ...of }: DistinctValuesProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed).trim();
  const question = { column, separator, ...(search !== '' && { search }) };
  const { data, error } = useValues(of, question, { placeholderData: keepPreviousData });
  const inTable = new Set(values.map(([from]) => from));
  const left = (data?.values ?? [])
    .filter(({ value }) => !inTable.has(value))
    .map((one) => ({ ...one, isMatched: !field || accepts(field, one.value) }))
    .sort((one, other) => Number(one.isMatched) - Number(other.isMatched));
  const { shown, more } = useShownPart(left, VALUES_PER_PAGE);
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
      <ValuesState data={data} error={error} />
      {data && left.length === 0 && search === '' && <Hint>{texts.nothingLeft}</Hint>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {shown.map((one) => (
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
        {more}
        {unmatched.length > 1 && room > 0 && (
          <Button size="small" onClick={() => add(unmatched.map(({ value }) => value))}>
            {fillTemplate(texts.addAll, { count: number(unmatched.length) })}
          </Button>
        )}
      </Box>
    </Box>
  );
}
