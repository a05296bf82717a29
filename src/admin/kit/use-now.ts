import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The current time, at most 30 seconds old, so that "2 minutes ago" keeps up. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  return now;
}
