import { type ColumnConversionsProps, ColumnReferences } from './column-references.tsx';
import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { datePatterns } from '../../../files/formats/conversion.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isBareNumber } from '../../../fields/text/bare-number.ts';
import type { Field } from '../../../fields/type/field.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { uiOf } from '../../resource/field-value.tsx';
import { ColumnTarget } from './column-targets.tsx';
import { ColumnWrites } from './column-writes.tsx';
import { changeChoice } from '../job-settings.ts';
import { useTexts } from '../../messages/texts.ts';

/** How the cells of a column are written: references, lists, numbers, days, and what the import strips from them. */
export function ColumnConversions(props: ColumnConversionsProps) {
  const { columns: texts } = useTexts('files');
  const { name, field, choice, hasTexts } = props;
  const isCleaned = Boolean(
    choice.empty ?? choice.without ?? choice.prefix ?? choice.trim ?? choice.blank ?? choice.write,
  );
  const [isOpen, setOpen] = useState(false);
  // Also where an offer is taken. An input that is emptied stays.
  if (isCleaned && !isOpen) setOpen(true);
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {props.group && <ColumnTarget {...props} group={props.group} />}
      {field.kind.relation && <ColumnReferences {...props} />}
      {hasTexts && <Writing {...props} />}
      {!isOpen && (hasTexts || !props.group) && (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          aria-label={fillTemplate(texts.moreOf, { name })}
          onClick={() => setOpen(true)}
        >
          {texts.more}
        </Button>
      )}
      {isOpen && <ColumnCleaning {...props} />}
    </Box>
  );
}

const asItself = (one: string) => [one, one] as const;

/** The ways to write a list, a number and a day, each with the text that offers it. */
const writings = {
  split: [',', ';', '/', '|'].map(asItself),
  decimal: [
    [',', '1.234,5'],
    ['.', '1,234.5'],
  ],
  date: Object.keys(datePatterns).map(asItself),
} as const;

function partFor(field: Field): keyof typeof writings | undefined {
  const { sql, many = false } = field.kind.column(field.settings);
  if (many || field.kind.relation?.(field.settings).many) return 'split';
  // A number chosen from a list of options is written as that list writes it.
  if (isBareNumber(field) && uiOf(field).options === undefined) return 'decimal';
  return sql === 'date' || sql === 'timestamptz' ? 'date' : undefined;
}

function Writing({ name, field, choice, isRead, onChange }: ColumnConversionsProps) {
  const { columns: texts } = useTexts('files');
  const part = partFor(field);
  if (part === undefined || (isRead && part !== 'split')) return null;
  return (
    <NativeSelect<string>
      label={fillTemplate(texts[`${part}Of`], { name })}
      value={choice[part] ?? ''}
      none={texts.asWritten}
      options={writings[part]}
      onChange={(written) => onChange(changeChoice(choice, { [part]: written }))}
    />
  );
}

/** What to ignore in the cells: signs for "empty", units, prefixes, blanks; and what the cells do to records. */
function ColumnCleaning({
  name,
  field,
  choice,
  hasTexts,
  group,
  onChange,
}: ColumnConversionsProps) {
  const { columns: texts } = useTexts('files');
  const { empty, without, prefix, trim = false } = choice;
  const inputs = [
    ['empty', empty, 'N/A', texts.empty, texts.emptyOf, 100],
    ['without', without, 'mg/kg', texts.without, texts.withoutOf, 100],
    ['prefix', prefix, 'https://', texts.prefix, texts.prefixOf, 200],
  ] as const;
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        {(hasTexts ? inputs : []).map(([key, value, placeholder, label, labelOf, maxLength]) => (
          <TextField
            key={key}
            label={label}
            value={value ?? ''}
            placeholder={placeholder}
            onChange={({ target }) => onChange(changeChoice(choice, { [key]: target.value }))}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { maxLength, 'aria-label': fillTemplate(labelOf, { name }) },
            }}
            sx={{ m: 0 }}
          />
        ))}
        {!group && <ColumnWrites {...{ name, field, choice, onChange }} />}
      </Box>
      {hasTexts && (
        <CheckField
          label={texts.trim}
          checked={trim}
          onChange={(checked) => onChange(changeChoice(choice, { trim: checked }))}
        />
      )}
    </>
  );
}
