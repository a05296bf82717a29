import { useRef } from 'react';
import { newKey } from './new-key.ts';

/**
 * Gives the `Idempotency-Key` of what a form sends: the same for the same, as over a slow link it may be sent again and
 * is stored once. After `next`, the same is something new.
 */
export function useKeyOf(): { keyOf(sent: string): string; next(): void } {
  const last = useRef({ sent: '', key: '' });
  return {
    keyOf: (sent) => {
      if (last.current.sent !== sent) last.current = { sent, key: newKey() };
      return last.current.key;
    },
    next: () => {
      last.current = { sent: '', key: '' };
    },
  };
}
