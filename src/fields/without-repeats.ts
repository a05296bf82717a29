import { ensure } from './ensure.ts';

/** Refuses a list that says something twice: it would say nothing more. */
export const withoutRepeats = ensure((values: readonly unknown[]) => {
  const seen = new Set<unknown>();
  for (const value of values) {
    if (seen.has(value)) return { code: 'V015', params: { value: String(value) } };
    seen.add(value);
  }
  return undefined;
});
