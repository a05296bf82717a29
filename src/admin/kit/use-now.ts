import { useEffect, useState } from 'react';

const TICK = 30_000;

/** The time, at most half a minute old: what says "2 minutes ago" must not stand still. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  return now;
}
