import { MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

type SelectFilterProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The message of each value except '', which means any. */
  options: Readonly<Record<string, string>>;
};

/** A filter by one of a few states. */
export function SelectFilter({ label, value, onChange, options }: SelectFilterProps) {
  const translate = useTranslate();
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
      {Object.entries({ '': 'values.presence.any', ...options }).map(([each, message]) => (
        <MenuItem key={each} value={each}>
          {translate(message)}
        </MenuItem>
      ))}
    </TextField>
  );
}
