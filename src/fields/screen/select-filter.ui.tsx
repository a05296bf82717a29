import { MenuItem, TextField } from '@mui/material';
import { useFieldTexts } from './texts.ui.ts';

type SelectFilterProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The text of each value except '', which means any. */
  options: Readonly<Record<string, string>>;
};

/** A filter by one of a few states. */
export function SelectFilter({ label, value, onChange, options }: SelectFilterProps) {
  const texts = useFieldTexts();
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {Object.entries({ '': texts.presence.any, ...options }).map(([each, text]) => (
        <MenuItem key={each} value={each}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
