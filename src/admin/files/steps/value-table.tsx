import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, Button, IconButton } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { accepts } from '../../../files/import/suggest/guess-conversion.ts';
import { MOST_VALUES, otherValues } from '../../../files/steps/step.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { useChoiceList } from '../columns/use-choice-list.tsx';
import { DistinctValues } from '../lazy-values.ts';
import { TextInput } from '../text-input.tsx';
import { Parts, StepSelect, useStepTitle, type StepInputsProps } from './part-inputs.tsx';

/** The table of values that a step replaces, and what becomes of all other values. */
export function ValueTable(props: StepInputsProps<'map'>) {
  const { step, before, jobId, layout, field, onChange } = props;
  const { others, table } = useTexts('import-steps');
  const { say, number } = useI18n();
  const { list, datalist } = useChoiceList(field);
  const { column, values, separator } = step;
  const isRefused = (to: string): boolean =>
    field !== undefined && list !== undefined && to !== '' && !accepts(field, to);
  const targets = [...new Set(values.map(([, to]) => to).filter((to) => to !== ''))];
  const refused = targets.filter(isRefused).length;
  const label = field ? say(field.label) : '';
  const change = (rows: typeof values): void => onChange({ ...step, values: rows });
  const noChoice = fillTemplate(table.noChoice, { field: label });
  return (
    <>
      <ValueRows
        values={values}
        list={list}
        warningOf={(to) => (isRefused(to) ? noChoice : undefined)}
        onChange={change}
      />
      <DistinctValues
        {...{ jobId, layout, column, separator, field, values }}
        steps={before}
        onChange={change}
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
        <StepSelect
          {...props}
          part="others"
          usual="keep"
          options={otherValues.map((one) => [one, others[one]])}
        />
      </Parts>
      {datalist}
    </>
  );
}

type Values = StepInputsProps<'map'>['step']['values'];

type ValueRowsProps = {
  values: Values;
  /** The id of the list of choices for what values become. */
  list: string | undefined;
  warningOf: (to: string) => string | undefined;
  onChange: (values: Values) => void;
};

/** The rows of the table: to change, add and remove. */
function ValueRows({ values, list, warningOf, onChange }: ValueRowsProps) {
  const { parts, table } = useTexts('import-steps');
  const title = useStepTitle();
  return (
    <Box role="group" aria-label={title} sx={{ display: 'grid', gap: 1, maxWidth: 640 }}>
      {values.map(([from, to], at) => (
        <Box key={at} sx={rowSx}>
          <ValueInput
            label={at === 0 ? parts.from : undefined}
            name={fillTemplate(table.fromOf, { at: at + 1, step: title })}
            value={from}
            onChange={(text) => onChange(values.with(at, [text, to]))}
          />
          <Box aria-hidden sx={{ pt: 1 }}>
            →
          </Box>
          <ValueInput
            label={at === 0 ? parts.becomes : undefined}
            name={fillTemplate(table.toOf, { at: at + 1, step: title })}
            value={to}
            placeholder={table.empty}
            list={list}
            warning={warningOf(to)}
            onChange={(text) => onChange(values.with(at, [from, text]))}
          />
          <IconButton
            size="small"
            aria-label={fillTemplate(table.remove, { from, step: title })}
            onClick={() => onChange(values.toSpliced(at, 1))}
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
          onClick={() => onChange([...values, ['', '']])}
        >
          {table.add}
        </Button>
      )}
    </Box>
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

function ValueInput({ name, list, warning, ...props }: ValueInputProps) {
  return (
    <TextInput
      {...props}
      color={warning === undefined ? undefined : 'warning'}
      helperText={warning}
      input={{ maxLength: 1_000, 'aria-label': name, list, autoComplete: 'off' }}
      sx={{ '& .MuiFormHelperText-root': { color: 'warning.main' } }}
    />
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr) auto',
  gap: 1,
  alignItems: 'start',
};
