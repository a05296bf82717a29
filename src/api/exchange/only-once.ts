import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '../../fields/problem.ts';
import {
  claimKey,
  dropKey,
  keepAnswer,
  keepClaim,
  type RepeatableCall,
} from '../../store/accounts/idempotency.ts';
import type { UserCall } from '../call.ts';
import { refuse, type Refusal } from '../refusal.ts';

const LONGEST_KEY = 255;
const LOOK_EVERY = 250;
const SAY_ALIVE_EVERY = 60_000;

/**
 * Does the work once per `Idempotency-Key`: a repeated request, also one that
 * comes while the first still runs, is answered with what the first was answered.
 */
export async function onlyOnce(
  call: UserCall,
  fingerprint: string,
  work: () => Promise<string | Refusal>,
): Promise<string | Refusal> {
  const key = call.request.headers.get('Idempotency-Key');
  if (key === null || key === '') return work();
  if (key.length > LONGEST_KEY)
    return refuse(problem('V003', 'Idempotency-Key', { max: LONGEST_KEY }), { status: 400 });
  const repeatable = { userId: call.user._id, route: call.route, key, fingerprint };
  const { database } = call.parts;
  for (;;) {
    const claim = await claimKey(database, repeatable);
    if (claim.claim === 'mine') return workAndKeep(call, repeatable, work);
    if (claim.claim === 'done') return claim.body;
    if (claim.claim === 'other') return refuse(problem('I013', 'Idempotency-Key'));
    if (call.request.signal.aborted) return refuse(problem('I014', 'Idempotency-Key'));
    await wait(LOOK_EVERY);
  }
}

async function workAndKeep(
  call: UserCall,
  repeatable: RepeatableCall,
  work: () => Promise<string | Refusal>,
): Promise<string | Refusal> {
  const { database } = call.parts;
  // A claim grows stale, as that of a server that died does.
  const alive = setInterval(() => {
    keepClaim(database, repeatable).catch(() => {});
  }, SAY_ALIVE_EVERY);
  try {
    const answer = await work();
    // What was refused did not happen, and may be asked for again.
    if (typeof answer !== 'string') await dropKey(database, repeatable);
    else await keepAnswer(database, repeatable, 200, answer);
    return answer;
  } catch (error) {
    await dropKey(database, repeatable);
    throw error;
  } finally {
    clearInterval(alive);
  }
}
