import { useEffect, useState } from 'react';

/** The seconds left of a wait; a new object starts a new wait. */
export function useCountdown(wait: { seconds: number } | undefined): number {
  const [ticked, setTicked] = useState<{ wait: typeof wait; left: number }>();

  useEffect(() => {
    const end = Date.now() + (wait?.seconds ?? 0) * 1000;
    const tick = (): void =>
      setTicked({ wait, left: Math.max(0, Math.ceil((end - Date.now()) / 1000)) });
    tick();
    if (wait === undefined) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [wait]);

  // Until the first tick of a wait all of it is left.
  return ticked !== undefined && ticked.wait === wait ? ticked.left : (wait?.seconds ?? 0);
}
