import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useState } from 'react';

/** Long enough for a word to be typed. */
const PAUSE = 300;

type SearchInputProps = { label: string; value: string; onChange: (text: string) => void };

/** Asks once the typing pauses, not with every key. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Another value from outside, as when the filters are cleared.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const search = useEffectEvent(onChange);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ m: 0 }}
    />
  );
}
