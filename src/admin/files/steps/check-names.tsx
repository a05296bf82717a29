import { type CheckNamesProps, NamesDialog } from './names-dialog.tsx';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { findDecisions, stepsBefore } from './decisions.ts';
import { readValues } from './read-values.ts';
import { toSentSteps } from './step-drafts.ts';

/** Finds the names of a column that no record has, and opens the list in which somebody decides about them. */
export function CheckNames({ name, to, choice, separator, cleaning }: CheckNamesProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { jobId, layout, steps } = cleaning;
  const table = findDecisions(steps, name, separator);
  const before = stepsBefore(steps, table);
  const { field, ...parts } = choice;
  const question = {
    column: name,
    kind: 'unmatched',
    mapping: { [name]: { field: field!, ...parts } },
  } as const;
  const { data, error, isFetching } = useQuery({
    queryKey: ['job-values', jobId, layout, toSentSteps(before).map(({ sent }) => sent), question],
    queryFn: ({ signal }) => readValues({ jobId, layout, steps: before }, question, signal),
    enabled: isAsked,
    staleTime: 60_000,
  });
  const decided = new Set(table?.values.map(([from]) => from));
  const open = data?.values.filter(({ value }) => !decided.has(value)).length ?? 0;
  const rest = (data?.found ?? 0) - (data?.values.length ?? 0);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Button
        size="small"
        aria-label={fillTemplate(texts.checkOf, { name })}
        loading={isAsked && isFetching}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {texts.check}
      </Button>
      {data && !isFetching && (
        <Hint variant="caption" component={Status}>
          {open + rest === 0
            ? texts.allFound
            : fillTemplate(texts.missing, { count: number(open + rest) })}
        </Hint>
      )}
      {error ? <ProblemAlert error={error} /> : null}
      {isOpen && data && !isFetching && (
        <NamesDialog
          {...{ name, to, choice, separator, cleaning, table, question }}
          columnValues={data}
          before={before}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
}
