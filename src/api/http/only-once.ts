import { requireEntry } from '../../fields/require-entry.ts';
import type { SaveAnswer, KeptAnswer } from '../../services/acting.ts';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { problem } from '../../fields/problems/problem.ts';
import {
  claimKey,
  deleteKey,
  saveAnswer,
  renewClaim,
  releaseClaim,
  type RepeatableCall,
} from '../../store/system/accounts/idempotency.ts';
import { answerJson, type Reply } from './answer/answer.ts';
import type { Call, UserCall } from './call.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';

const LONGEST_KEY = 255;
const LOOK_EVERY = 250;
const SAY_ALIVE_EVERY = 4_000;
/** How long a repeated request waits for the first; after that its client must try again. */
const LONGEST_WAIT = 4_000;

/**
 * Does the work once per `Idempotency-Key`. A repeated request gets the response of the first, even if it
 * arrives while the first is running. If that takes long or its server died, the client must try again.
 * Work in one transaction stores its response in it, so that a crash leaves both or neither. Other work
 * finds its earlier records by its `id`, which stays the same.
 */
export async function onlyOnce(
  call: Call,
  fingerprint: string,
  work: Work,
): Promise<string | Refusal> {
  const key = call.request.headers.get('Idempotency-Key') ?? '';
  if (key === '') return work(async () => {}, undefined);
  if (key.length > LONGEST_KEY)
    return refuse(problem('V003', 'Idempotency-Key', { max: LONGEST_KEY }), { status: 400 });
  const repeatable = {
    userId: repeaterOf(call),
    route: call.route,
    key,
    fingerprint,
  };
  const { database } = call.services;
  const began = performance.now();
  for (;;) {
    const claim = await claimKey(database, repeatable);
    if (claim.claim === 'mine') return workAndKeep(call, repeatable, claim.work, work);
    if (claim.claim === 'done') return claim.body;
    if (claim.claim === 'other') return refuse(problem('I013', 'Idempotency-Key'));
    if (call.request.signal.aborted || performance.now() - began > LONGEST_WAIT)
      return refuse(problem('I014', 'Idempotency-Key'), { headers: { 'Retry-After': '3' } });
    await wait(LOOK_EVERY);
  }
}

/** Whose key it is. Visitors share theirs, and the answers for them tell nothing of what they have sent. */
function repeaterOf({ key, user }: Call): string {
  return key?.id ?? user?._id ?? '';
}

/**
 * Runs a route once per key. The response is stored after the work, unless the work stores it itself (`keepAnswer`): after
 * a crash in between, a repeated request meets records in another state. The work continues when the client leaves, and the response waits for its next try.
 */
export async function runOnce(
  call: UserCall,
  run: (call: UserCall) => Promise<Reply>,
): Promise<Reply> {
  if (!isRepeatable(call)) return run(call);
  const body = await call.readJson();
  const { url, method, headers } = call.request;
  const request = new Request(url, { method, headers });
  const fingerprint = bodyFingerprint(call, isRefusal(body) ? null : body.value);
  const kept = await onlyOnce(call, fingerprint, async (keep) => {
    const keepAnswer: UserCall['keepAnswer'] = (sql, text) => keep(sql, JSON.stringify(text));
    const done = await run({ ...call, request, readJson: async () => body, keepAnswer });
    return isRefusal(done) ? done : toKept(done);
  });
  if (typeof kept !== 'string') return kept;
  const first = JSON.parse(kept) as KeptAnswer;
  return answerJson(call, first.status, first.body, first.headers);
}

async function toKept(done: Response): Promise<string> {
  const names = ['ETag', 'Location', 'Change-Set'].filter((name) => done.headers.has(name));
  const headers = Object.fromEntries(names.map((name) => [name, requireEntry(done.headers, name)]));
  const kept: KeptAnswer = { status: done.status, headers, body: await done.text() };
  return JSON.stringify(kept);
}

/** `id` is undefined without a key. */
type Work = (keep: SaveAnswer, id: string | undefined) => Promise<string | Refusal>;

/** Whether the client may repeat the request. */
export function isRepeatable({ request }: UserCall): boolean {
  return (request.headers.get('Idempotency-Key') ?? '') !== '';
}

/** Identifies a request by its query, parameters and body. */
export function bodyFingerprint(call: Call, body: unknown): string {
  const path = `${call.request.url.replace(/^[^?]*/, '')} ${JSON.stringify(call.params)}`;
  return createHash('sha256')
    .update(`${path} ${JSON.stringify(body)}`)
    .digest('hex');
}

async function workAndKeep(
  call: Call,
  repeatable: RepeatableCall,
  id: string,
  work: Work,
): Promise<string | Refusal> {
  const { database } = call.services;
  // Renewed, because an old claim counts as that of a server that died.
  const alive = setInterval(() => {
    renewClaim(database, repeatable).catch(() => {});
  }, SAY_ALIVE_EVERY);
  let kept: string | undefined;
  const keep: SaveAnswer = async (sql, text) => {
    await saveAnswer(sql, repeatable, 200, text);
    kept = text;
  };
  try {
    const answer = await work(keep, id);
    // The work is done, or was refused: what becomes of the key changes nothing about it.
    if (kept !== answer) await settleKey(call, repeatable, answer);
    return answer;
  } catch (error) {
    await releaseClaim(database, repeatable);
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** Stores the answer of the work, whose transaction did not. A refused request may be sent again. */
async function settleKey(
  { services: { database, log }, requestId }: Call,
  repeatable: RepeatableCall,
  answer: string | Refusal,
): Promise<void> {
  try {
    if (typeof answer === 'string') await saveAnswer(database, repeatable, 200, answer);
    else await deleteKey(database, repeatable);
  } catch (err) {
    log.warn({ requestId, err }, 'an answer could not be stored for a repeated request');
  }
}
