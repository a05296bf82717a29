import { Box, Typography } from '@mui/material';
import { datePatterns, type DatePattern } from '../../../exchange/files/conversion.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import type { Field } from '../../../fields/field.ts';
import { Choice } from '../../people/choice.tsx';
import { useText } from '../../use-text.ts';
import { useResource } from '../use-resource.ts';
import type { ColumnChoice } from './job-settings.ts';
import type { LookedColumn } from './jobs.ts';
import { useTransferTexts } from './transfer-texts.ts';

type ColumnRowProps = {
  column: LookedColumn;
  choice: ColumnChoice;
  /** Cells of a table are texts, which can be written in more than one way. */
  hasTexts: boolean;
  onChange: (choice: ColumnChoice) => void;
};

export function ColumnRow({ column, choice, hasTexts, onChange }: ColumnRowProps) {
  const { columns: texts } = useTransferTexts();
  const { name, samples, suggestion } = column;
  const { resource, readable, isWritable, find } = useResource();
  const say = useText();
  const fields = readable.filter((field) => isWritable(field.name));
  const system = ['_id', '_version'].flatMap((one) => find(one) ?? []);
  const isSuggested = suggestion !== null && choice.field === suggestion.field;
  const field = choice.field === null ? undefined : resource.fields.get(choice.field);
  return (
    <Box component="li" sx={rowSx}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
        <Typography variant="body2" color="text.secondary" noWrap title={samples.join(' · ')}>
          {samples.map(String).join(' · ')}
        </Typography>
      </Box>
      <Box>
        <Choice
          label={fillTemplate(texts.fieldOf, { name })}
          value={choice.field ?? ''}
          options={[
            ['', texts.leftOut],
            ...[...fields, ...system].map((one) => [one.name, say(one.label)] as const),
          ]}
          onChange={(chosen) => onChange({ field: chosen === '' ? null : chosen })}
        />
        {isSuggested && (
          <Typography variant="caption" color="text.secondary" component="div">
            {texts.why[suggestion.why]}
          </Typography>
        )}
      </Box>
      {hasTexts && field ? (
        <Conversions name={name} field={field} choice={choice} onChange={onChange} />
      ) : (
        <span />
      )}
    </Box>
  );
}

type ConversionsProps = {
  name: string;
  field: Field;
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
};

const splits = [',', ';', '/', '|'];

/** How the cells are written, where that can be otherwise: of lists, numbers and days. */
function Conversions({ name, field, choice, onChange }: ConversionsProps) {
  const { columns: texts } = useTransferTexts();
  const { sql, many = false } = field.kind.column(field.settings);
  const { split, decimal, date, ...bare } = choice;
  const isNumber = sql === 'double precision' || sql === 'bigint';
  const isDay = sql === 'date' || sql === 'timestamptz';
  if (many)
    return (
      <Choice
        label={fillTemplate(texts.splitOf, { name })}
        value={split ?? ''}
        options={[['', texts.asWritten], ...splits.map((one) => [one, one] as const)]}
        onChange={(one) => onChange({ ...bare, ...(one !== '' && { split: one }) })}
      />
    );
  if (isNumber)
    return (
      <Choice
        label={fillTemplate(texts.decimalOf, { name })}
        value={decimal ?? ''}
        options={[
          ['', texts.asWritten],
          [',', '1.234,5'],
          ['.', '1,234.5'],
        ]}
        onChange={(one) => onChange({ ...bare, ...(one !== '' && { decimal: one as '.' | ',' }) })}
      />
    );
  if (isDay)
    return (
      <Choice
        label={fillTemplate(texts.dateOf, { name })}
        value={date ?? ''}
        options={[
          ['', texts.asWritten],
          ...Object.keys(datePatterns).map((one) => [one, one] as const),
        ]}
        onChange={(one) => onChange({ ...bare, ...(one !== '' && { date: one as DatePattern }) })}
      />
    );
  return <span />;
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1fr)',
  },
  gap: { xs: 1, sm: 2 },
  alignItems: 'start',
  py: 1.25,
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '& .MuiTextField-root': { width: '100%' },
};
