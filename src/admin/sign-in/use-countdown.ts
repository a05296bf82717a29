import { useEffect, useState } from 'react';

/** The seconds left of a wait; a new object starts a new wait. */
export function useCountdown(wait: { seconds: number } | undefined): number {
  const [left, setLeft] = useState(0);

  useEffect(() => {
    const end = Date.now() + (wait?.seconds ?? 0) * 1000;
    const tick = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (wait === undefined) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [wait]);

  return left;
}
