import { useSetting } from '../../client/use-setting.ts';

/** What was used, the last first. A record has the title it had, since it is not among the commands. */
export type Recent = { id: string; label?: string };

const MOST = 20;

/** Kept for the user on the server: what is gone or not allowed any more is left out by who reads it. */
export function useRecent(): [readonly Recent[], (used: Recent) => void] {
  const [kept, keep] = useSetting<unknown>('palette');
  const recent = Array.isArray(kept) ? kept.filter(isRecent) : [];
  const note = (used: Recent): void =>
    keep([used, ...recent.filter(({ id }) => id !== used.id)].slice(0, MOST));
  return [recent, note];
}

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
  );
}
