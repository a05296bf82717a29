import { Box, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { fillTemplate } from '../../../fields/fill-template.ts';
import type { ColumnConversionsProps } from './column-conversions.tsx';
import { useTransferTexts } from './transfer-texts.ts';

/** What stands in cells and is not meant: signs for nothing, units, blanks. */
export function ColumnCleaning({ name, choice, onChange }: ColumnConversionsProps) {
  const { columns: texts } = useTransferTexts();
  const { empty, without, trim, ...bare } = choice;
  const set = (changed: { empty?: string; without?: string; trim?: boolean }): void => {
    const next = { empty, without, trim, ...changed };
    onChange({
      ...bare,
      ...(next.empty && { empty: next.empty }),
      ...(next.without && { without: next.without }),
      ...(next.trim && { trim: true }),
    });
  };
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        <TextField
          label={texts.empty}
          value={empty ?? ''}
          placeholder="N/A"
          onChange={({ target }) => set({ empty: target.value })}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { maxLength: 100, 'aria-label': fillTemplate(texts.emptyOf, { name }) },
          }}
          sx={{ m: 0 }}
        />
        <TextField
          label={texts.without}
          value={without ?? ''}
          placeholder="mg/kg"
          onChange={({ target }) => set({ without: target.value })}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { maxLength: 100, 'aria-label': fillTemplate(texts.withoutOf, { name }) },
          }}
          sx={{ m: 0 }}
        />
      </Box>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={trim ?? false}
            onChange={({ target }) => set({ trim: target.checked })}
          />
        }
        label={texts.trim}
      />
    </>
  );
}
