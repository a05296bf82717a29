import { useEffect, useState } from 'react';

/** A value as it was when it last rested for so many milliseconds: not each letter is a question. */
export function useDebounced<Value>(value: Value, rest: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
