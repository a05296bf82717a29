import { type ColumnConversionsProps, ColumnReferences } from './column-references.tsx';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { datePatterns, onBlank } from '../../../files/formats/conversion.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { possibleWrites } from '../../../files/import/rows/cell-writes.ts';
import { isBareNumber } from '../../../fields/text/bare-number.ts';
import type { Field } from '../../../fields/type/field.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { uiOf } from '../../resource/field-value.tsx';
import { ColumnTarget } from './column-targets.tsx';
import { changeChoice } from '../job-settings.ts';
import { TextInput } from '../text-input.tsx';
import { useTexts } from '../../messages/texts.ts';

/** How the cells of a column are written: references, lists, numbers, days, and what the import strips from them. */
export function ColumnConversions(props: ColumnConversionsProps) {
  const { columns: texts } = useTexts('files');
  const { name, field, choice, hasTexts } = props;
  const isCleaned = cleanings.some((part) => choice[part]);
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

/** What a column ignores in its cells, and what its cells do to records. */
const cleanings = ['empty', 'without', 'prefix', 'trim', 'blank', 'write'] as const;

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
function ColumnCleaning(props: ColumnConversionsProps) {
  const { name, choice, hasTexts, group, onChange } = props;
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
          <TextInput
            key={key}
            label={label}
            value={value ?? ''}
            placeholder={placeholder}
            onChange={(text) => onChange(changeChoice(choice, { [key]: text }))}
            input={{ maxLength, 'aria-label': fillTemplate(labelOf, { name }) }}
          />
        ))}
        {!group && <ColumnWrites {...props} />}
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

/** What the cells of a column do to the value that a record has, and what its empty cells do. */
function ColumnWrites({ name, field, choice, onChange }: ColumnConversionsProps) {
  const { columns: texts } = useTexts('files');
  const { write = 'replace', blank = 'clear' } = choice;
  return (
    <>
      <NativeSelect
        label={fillTemplate(texts.writing.writeOf, { name })}
        value={write}
        options={possibleWrites(field).map((one) => [one, texts.writing.writes[one]])}
        // Empty cells only matter where the cells replace the value.
        onChange={(one) =>
          onChange(
            changeChoice(choice, one === 'replace' ? { write: '' } : { write: one, blank: '' }),
          )
        }
      />
      {write === 'replace' && (
        <NativeSelect
          label={fillTemplate(texts.blankOf, { name })}
          value={blank}
          options={onBlank.map((one) => [one, texts.blanks[one]])}
          onChange={(one) => onChange(changeChoice(choice, { blank: one === 'leave' ? one : '' }))}
        />
      )}
    </>
  );
}
