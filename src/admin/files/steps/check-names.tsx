import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { ColumnValues } from '../../../contract/column-values.ts';
import { requireValue } from '../../../fields/require-entry.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { findDecisions, stepsBefore } from './decisions.ts';
import { type CheckNamesProps, NamesDialog } from './names-dialog.tsx';
import { useValues } from './read-values.ts';
import type { StepOf } from './step-drafts.ts';

/** Finds the names of a column that no record has, and opens the list in which somebody decides about them. */
export function CheckNames(props: CheckNamesProps) {
  const { name, choice, separator, cleaning } = props;
  const texts = useTexts('import-values');
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const table = findDecisions(cleaning.steps, name, separator);
  const before = stepsBefore(cleaning.steps, table);
  const question = {
    column: name,
    kind: 'unmatched',
    mapping: { [name]: { ...choice, field: requireValue(choice.field, `field of ${name}`) } },
  } as const;
  const answer = useValues({ ...cleaning, steps: before }, question, { enabled: isAsked });
  const data = answer.isFetching ? undefined : answer.data;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Button
        size="small"
        aria-label={fillTemplate(texts.checkOf, { name })}
        loading={isAsked && answer.isFetching}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {texts.check}
      </Button>
      {data && <OpenNames columnValues={data} table={table} />}
      <ProblemAlert error={answer.error} />
      {isOpen && data && (
        <NamesDialog
          {...props}
          {...{ table, question, before }}
          columnValues={data}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
}

type OpenNamesProps = { columnValues: ColumnValues; table: StepOf<'map'> | undefined };

/** How many names have no match and no decision yet. */
function OpenNames({ columnValues: { values, found }, table }: OpenNamesProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const decided = new Set(table?.values.map(([from]) => from));
  const count = values.filter(({ value }) => !decided.has(value)).length + found - values.length;
  return (
    <Hint variant="caption" component={Status}>
      {count === 0 ? texts.allFound : fillTemplate(texts.missing, { count: number(count) })}
    </Hint>
  );
}
