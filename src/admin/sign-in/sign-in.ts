import { keepSession, type Session } from '../session.ts';

const TIMEOUT = 20_000;

export type Refusal =
  | { reason: 'refused' | 'pending' | 'disabled' | 'unreachable' }
  | { reason: 'tooOften'; seconds: number }
  | { reason: 'broken'; status: number };

/** Signs in and keeps the session; answers why not, if not. */
export async function signIn(email: string, password: string): Promise<Refusal | undefined> {
  let response: Response;
  try {
    response = await fetch('/api/users/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ email, password }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch {
    // No answer at all, whatever the reason: the person can only check the line and try again.
    return { reason: 'unreachable' };
  }
  if (!response.ok) return toRefusal(response);
  keepSession((await response.json()) as Session);
  return undefined;
}

async function toRefusal(response: Response): Promise<Refusal> {
  const { status } = response;
  const problem = (await response.json().catch(() => ({}))) as { code?: string };
  if (problem.code === 'A004') return { reason: 'pending' };
  if (problem.code === 'A005') return { reason: 'disabled' };
  if (status === 429) return { reason: 'tooOften', seconds: secondsToWait(response) };
  // An address no account can have is a wrong one like any other (400, 422).
  if ([400, 401, 422].includes(status)) return { reason: 'refused' };
  return { reason: 'broken', status };
}

function secondsToWait(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 60;
}
