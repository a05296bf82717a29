import type { JobRequest } from '../../../contract/jobs.ts';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, Button, IconButton, TextField } from '@mui/material';
import { useId } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { accepts } from '../../../files/import/suggest/guess-conversion.ts';
import { MOST_VALUES, otherValues, type Step } from '../../../files/steps/step.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { DistinctValues } from '../lazy-values.ts';
import { useChoices } from '../columns/use-choices.ts';
import { Parts, PartSelect, useStepTitle } from './part-inputs.tsx';
import type { StepOf } from './step-drafts.ts';

export type ValueTableProps = {
  /** The column whose values are replaced. */
  column: string;
  step: StepOf<'map'>;
  /** The steps that run before this one, which make the values that it gets. */
  steps: readonly Step[];
  jobId: string;
  layout: JobRequest['layout'];
  /** The field that the column maps to. */
  field: Field | undefined;
  onChange: (step: StepOf<'map'>) => void;
};

/** The table of values that a step replaces, and what becomes of all other values. */
export function ValueTable(props: ValueTableProps) {
  const { column, step, steps, jobId, layout, field, onChange } = props;
  const { parts, others, table } = useTexts('import-steps');
  const { say, number } = useI18n();
  const choices = useChoices(field);
  const list = useId();
  const title = useStepTitle();
  const { values } = step;
  const isRefused = (to: string): boolean =>
    field !== undefined && choices.length > 0 && to !== '' && !accepts(field, to);
  const targets = [...new Set(values.map(([, to]) => to).filter((to) => to !== ''))];
  const refused = targets.filter(isRefused).length;
  const label = field ? say(field.label) : '';
  const set = (at: number, row: readonly [string, string]): void =>
    onChange({ ...step, values: values.with(at, row) });
  return (
    <>
      <Box role="group" aria-label={title} sx={{ display: 'grid', gap: 1, maxWidth: 640 }}>
        {values.map(([from, to], at) => (
          <Box key={at} sx={rowSx}>
            <ValueInput
              label={at === 0 ? parts.from : undefined}
              name={fillTemplate(table.fromOf, { at: at + 1, step: title })}
              value={from}
              onChange={(text) => set(at, [text, to])}
            />
            <Box aria-hidden sx={{ pt: 1 }}>
              →
            </Box>
            <ValueInput
              label={at === 0 ? parts.becomes : undefined}
              name={fillTemplate(table.toOf, { at: at + 1, step: title })}
              value={to}
              placeholder={table.empty}
              list={choices.length > 0 ? list : undefined}
              warning={isRefused(to) ? fillTemplate(table.noChoice, { field: label }) : undefined}
              onChange={(text) => set(at, [from, text])}
            />
            <IconButton
              size="small"
              aria-label={fillTemplate(table.remove, { from, step: title })}
              onClick={() => onChange({ ...step, values: values.toSpliced(at, 1) })}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
        {values.length < MOST_VALUES && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            sx={{ justifySelf: 'start' }}
            onClick={() => onChange({ ...step, values: [...values, ['', '']] })}
          >
            {table.add}
          </Button>
        )}
      </Box>
      <DistinctValues
        {...{ jobId, layout, steps, column, field, values }}
        separator={step.separator}
        onChange={(rows) => onChange({ ...step, values: rows })}
      />
      {refused > 0 && (
        <Alert severity="warning">
          {fillTemplate(table.noChoices, {
            refused: number(refused),
            count: number(targets.length),
            field: label,
          })}
        </Alert>
      )}
      <Parts>
        <PartSelect
          part="others"
          label={parts.others}
          value={step.others ?? 'keep'}
          options={otherValues.map((one) => [one, others[one]])}
          onChange={(one) => onChange({ ...step, others: one })}
        />
      </Parts>
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </datalist>
    </>
  );
}

type ValueInputProps = {
  label: string | undefined;
  name: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  list?: string | undefined;
  warning?: string | undefined;
};

function ValueInput({ label, name, value, onChange, placeholder, list, warning }: ValueInputProps) {
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value)}
      color={warning === undefined ? undefined : 'warning'}
      helperText={warning}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { maxLength: 1_000, 'aria-label': name, list, autoComplete: 'off' },
      }}
      sx={{ m: 0, '& .MuiFormHelperText-root': { color: 'warning.main' } }}
    />
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr) auto',
  gap: 1,
  alignItems: 'start',
};
