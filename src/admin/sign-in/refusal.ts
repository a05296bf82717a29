import { readRefusal, secondsToWait } from './read-refusal.ts';

/** Why somebody is not let in. */
export type Refusal =
  | { reason: 'refused' }
  | { reason: 'pending' | 'disabled' | 'stopped' | 'unreachable' }
  | { reason: 'tooOften'; seconds: number }
  | { reason: 'broken'; status: number };

export async function toRefusal(response: Response | undefined): Promise<Refusal> {
  if (response === undefined) return { reason: 'unreachable' };
  const { status } = response;
  const { code } = await readRefusal(response);
  if (code === 'A004') return { reason: 'pending' };
  if (code === 'A005') return { reason: 'disabled' };
  if (code === 'A018') return { reason: 'stopped' };
  if (status === 429) return { reason: 'tooOften', seconds: secondsToWait(response) };
  // An address no account can have is a wrong one like any other (400, 422).
  if ([400, 401, 422].includes(status)) return { reason: 'refused' };
  return { reason: 'broken', status };
}
