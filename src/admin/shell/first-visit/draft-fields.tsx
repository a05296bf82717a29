import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, Checkbox, FormControlLabel, IconButton, TextField } from '@mui/material';
import { useEffect, useRef } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import type { FirstVisitTexts } from '../../messages/en/shell/first-visit.ts';
import { useTexts } from '../../messages/texts.ts';

type TypeName = keyof FirstVisitTexts['draft']['types'];

export type DraftField = { name: string; type: TypeName; required: boolean; key: boolean };

export const emptyField: DraftField = { name: '', type: 'text', required: false, key: false };

type DraftFieldsProps = {
  fields: readonly DraftField[];
  onChange: (fields: readonly DraftField[]) => void;
};

/** The fields of a new collection: one row each on a desk, a block on a phone. */
export function DraftFields({ fields, onChange }: DraftFieldsProps) {
  const { draft: texts } = useTexts('first-visit');
  const types = Object.entries(texts.types) as [TypeName, string][];
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(fields.length);
  // The new field gets the focus, so that somebody can go on typing.
  useEffect(() => {
    if (fields.length > count.current)
      list.current?.querySelector<HTMLInputElement>(':scope > :last-of-type input')?.focus();
    count.current = fields.length;
  }, [fields.length]);
  const change = (at: number, part: Partial<DraftField>): void =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...part } : field)));
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Box ref={list} sx={{ display: 'grid', gap: 1.5, width: 1 }}>
        {fields.map((field, at) => (
          <Box key={at} sx={rowSx}>
            <TextField
              label={fillTemplate(texts.field, { number: at + 1 })}
              value={field.name}
              onChange={({ target }) => change(at, { name: target.value })}
              slotProps={{ htmlInput: { maxLength: 100 } }}
              sx={{ flex: '2 1 200px', m: 0 }}
            />
            <Box sx={{ display: 'grid', flex: '1 1 150px' }}>
              <NativeSelect
                label={fillTemplate(texts.type, { number: at + 1 })}
                value={field.type}
                options={types}
                onChange={(type) => change(at, { type })}
              />
            </Box>
            <FormControlLabel
              label={texts.required}
              control={
                <Checkbox
                  checked={field.required || field.key}
                  disabled={field.key}
                  onChange={(_, required) => change(at, { required })}
                />
              }
            />
            <FormControlLabel
              label={texts.key}
              control={
                <Checkbox
                  checked={field.key}
                  onChange={(_, key) =>
                    onChange(fields.map((one, index) => ({ ...one, key: key && index === at })))
                  }
                />
              }
            />
            <IconButton
              aria-label={fillTemplate(texts.remove, { number: at + 1 })}
              disabled={fields.length === 1}
              onClick={() => onChange(fields.filter((_, index) => index !== at))}
            >
              <CloseIcon />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Button startIcon={<AddIcon />} onClick={() => onChange([...fields, emptyField])}>
        {texts.add}
      </Button>
      <Hint>{texts.keyHint}</Hint>
    </Box>
  );
}

const rowSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 };
