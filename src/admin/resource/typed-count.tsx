import { TextField } from '@mui/material';

/** Above this number the user confirms by typing it, because a click comes too easily. */
const TYPED_FROM = 100;

/** Whether so many records need the number typed, and whether it is typed. */
export function isCountMissing(count: number, typed: string): boolean {
  return count >= TYPED_FROM && typed.replace(/\D/g, '') !== String(count);
}

type TypedCountProps = {
  count: number;
  label: string;
  typed: string;
  onChange: (typed: string) => void;
};

/** The input for the number of records that a grave action is about; nothing if there are few. */
export function TypedCount({ count, label, typed, onChange }: TypedCountProps) {
  if (count < TYPED_FROM) return null;
  return (
    <TextField
      autoFocus
      fullWidth
      size="small"
      margin="normal"
      label={label}
      value={typed}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  );
}
