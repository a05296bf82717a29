import { Box, TextField } from '@mui/material';
import { useId } from 'react';
import { NativeSelect } from '../../../../kit/native-select.tsx';
import { useTexts } from '../../../../messages/texts.ts';
import { Help, type SettingInputProps } from '../setting-help.tsx';
import { useSettingWords } from '../use-setting-words.ts';
import { useTyped } from '../use-typed.ts';

/** A number of bytes, with the unit that the descriptor writes. */
export function SizeInput(props: SettingInputProps) {
  const { setting, value, problem, isReadOnly = false, onChange } = props;
  const { panel } = useTexts('structure-fields');
  const { labelOf } = useSettingWords();
  const help = useId();
  const usual = partsOf(setting.preset);
  const { amount, unit = usual.unit ?? 'MB' } = partsOf(value);
  const set = (to: string, of: string) =>
    onChange(to === '' || Number(to) === 0 ? undefined : `${Number(to)} ${of}`);
  const { input, problem: typo } = useTyped({ value: amount, onCommit: (text) => set(text, unit) });
  const wrong = typo ?? problem;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '2fr 1fr', gap: 1 }}>
        <TextField
          {...input}
          type="number"
          margin="none"
          label={labelOf(setting)}
          placeholder={usual.unit === unit ? usual.amount : undefined}
          disabled={isReadOnly}
          error={wrong !== undefined}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { min: 0, step: 'any', 'aria-describedby': help },
          }}
        />
        <NativeSelect
          label={panel.unit}
          value={unit}
          options={units.map((one) => [one, one === 'kB' ? 'KB' : one] as const)}
          onChange={(next) => set(amount === '' ? usual.amount : amount, next)}
        />
      </Box>
      <Help id={help} setting={setting} problem={wrong} />
    </Box>
  );
}

const units = ['B', 'kB', 'MB', 'GB'];

/** `50 MB` in parts; a number of bytes in the largest unit that leaves it whole. */
function partsOf(value: unknown): { amount: string; unit?: string } {
  if (typeof value !== 'number') {
    const [, amount = '', unit] = /^([\d.]+) ?([kMG]?B)$/.exec(String(value)) ?? [];
    return unit === undefined ? { amount } : { amount, unit };
  }
  const step = [3, 2, 1, 0].find((one) => value % 1000 ** one === 0) ?? 0;
  return { amount: String(value / 1000 ** step), unit: units[step] ?? 'B' };
}
