import type { Suggestion } from '../contract.ts';

/** Reasons that leave no doubt about the spelling, in the order of trust. */
const certain = { exact: 100, cas: 99, date: 98, synonym: 97 } as const;

/**
 * How certain a suggestion is, from 0 to 100: first equal names and numbers, then names by likeness. A target
 * with another number than the printed one comes after all others.
 */
export function surenessOf({
  method,
  score,
  differs,
}: Pick<Suggestion, 'method' | 'score' | 'differs'>): number {
  const own = method === 'similar' ? Math.round(score * 96) : certain[method];
  return differs ? Math.ceil(own / 10) : own;
}
