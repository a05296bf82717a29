import { Box, TextField, Typography } from '@mui/material';
import { useId } from 'react';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { Field } from '../../fields/field.ts';
import { useText } from '../messages/use-text.ts';
import type { ColumnConversionsProps } from './column-conversions.tsx';
import { fieldsToGiveBeside } from './fields-to-give.ts';
import { useTexts } from '../messages/texts.ts';

type NewTargetsProps = ColumnConversionsProps & { to: Resource };

/** What a record that is made must have besides its name: the same for all, or from another column of the row. */
export function NewTargets({ to, name, choice, columns, onChange }: NewTargetsProps) {
  const { columns: texts } = useTexts('transfer');
  const say = useText();
  const list = useId();
  const fields = fieldsToGiveBeside(to, choice.by);
  if (fields.length === 0) return null;
  const set = ({ name: field }: Field, text: string): void => {
    const { given: { [field]: _, ...others } = {}, ...rest } = choice;
    const given = text === '' ? others : { ...others, [field]: text };
    onChange({ ...rest, ...(Object.keys(given).length > 0 && { given }) });
  };
  return (
    <Box role="group" aria-label={fillTemplate(texts.givenOf, { name })} sx={groupSx}>
      <Typography variant="body2" color="text.secondary">
        {fillTemplate(texts.given, { name: say(to.label) })}
      </Typography>
      {fields.map((field) => (
        <TextField
          key={field.name}
          label={say(field.label)}
          value={choice.given?.[field.name] ?? ''}
          onChange={({ target }) => set(field, target.value)}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { list, maxLength: 1000, autoComplete: 'off' },
          }}
          sx={{ m: 0 }}
        />
      ))}
      <datalist id={list}>
        {columns.map((column) => (
          <option key={column} value={`{${column}}`}>
            {column}
          </option>
        ))}
      </datalist>
    </Box>
  );
}

const groupSx = { display: 'grid', gap: 1, pl: 1.5, borderLeft: 2, borderColor: 'divider' };
