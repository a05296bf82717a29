import { Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material';
import { blanks, convert, type Conversion } from '../../files/formats/conversion.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { Choice } from '../kit/choice.tsx';
import type { ColumnConversionsProps } from './column-conversions.tsx';
import { useTexts } from '../messages/texts.ts';

type Cleaning = Pick<Conversion, 'empty' | 'without' | 'prefix' | 'trim' | 'blank'>;

/** What stands in cells and is not meant: signs for nothing, units, what stands before a value, blanks. */
export function ColumnCleaning({ name, choice, samples, onChange }: ColumnConversionsProps) {
  const { columns: texts } = useTexts('transfer');
  const { empty, without, prefix, trim, blank, ...bare } = choice;
  const set = (changed: Cleaning): void => {
    const next = { empty, without, prefix, trim, blank, ...changed };
    onChange({
      ...bare,
      ...(next.empty && { empty: next.empty }),
      ...(next.without && { without: next.without }),
      ...(next.prefix && { prefix: next.prefix }),
      ...(next.trim && { trim: true }),
      ...(next.blank === 'leave' && { blank: next.blank }),
    });
  };
  const inputs = [
    ['empty', empty, 'N/A', texts.empty, texts.emptyOf, 100],
    ['without', without, 'mg/kg', texts.without, texts.withoutOf, 100],
    ['prefix', prefix, 'https://', texts.prefix, texts.prefixOf, 200],
  ] as const;
  const cleaned = samples
    .map((sample) => [String(sample), String(convert(String(sample), choice))] as const)
    .find(([before, after]) => before !== after);
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        {inputs.map(([key, value, placeholder, label, labelOf, maxLength]) => (
          <TextField
            key={key}
            label={label}
            value={value ?? ''}
            placeholder={placeholder}
            onChange={({ target }) => set({ [key]: target.value })}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { maxLength, 'aria-label': fillTemplate(labelOf, { name }) },
            }}
            sx={{ m: 0 }}
          />
        ))}
        <Choice
          label={fillTemplate(texts.blankOf, { name })}
          value={blank ?? 'clear'}
          options={blanks.map((one) => [one, texts.blanks[one]])}
          onChange={(one) => set({ blank: one as (typeof blanks)[number] })}
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
      {cleaned && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {cleaned[0]} → {cleaned[1] === '' ? <i>{texts.nothing}</i> : cleaned[1]}
        </Typography>
      )}
    </>
  );
}
