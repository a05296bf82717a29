import { useEffect, useState } from 'react';

/** How long nobody has typed before the server is asked about it, in milliseconds. */
const SETTLED = 300;

/** The value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), SETTLED);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
