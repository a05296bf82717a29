import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds, enough to type a word. */
const SEARCH_DELAY_MS = 300;

type SearchInputProps = { label: string; value: string; onChange: (text: string) => void };

/** A search input that calls back when the typing pauses, not with every key. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The value was changed from outside, for example by clearing the filters.
  if (lastValue !== value) {
    setLastValue(value);
    setTyped(value);
  }
  const search = useEffectEvent(onChange);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search(typed.trim()), SEARCH_DELAY_MS);
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
