import { answerJson } from '../answer.ts';
import type { ApiParts } from '../api-parts.ts';
import type { Call } from '../call.ts';
import { refuseAs, type Refusal } from '../refusal.ts';

const ok = JSON.stringify({ status: 'ok' });

/** The process answers; nothing else is looked at, or a slow database would get it killed. */
export async function answerHealth(call: Call): Promise<Response> {
  return answerJson(call, 200, ok);
}

const CACHED_MS = 1_000;

/** Whether requests should come here, looked up at most once a second, so that asking costs nothing. */
export function createReadiness(): (call: Call) => Promise<Response | Refusal> {
  let seen: { at: number; ready: Promise<boolean> } | undefined;
  return async (call) => {
    const { clock = Date.now } = call.parts;
    if (!seen || clock() - seen.at >= CACHED_MS) seen = { at: clock(), ready: isReady(call.parts) };
    if (await seen.ready) return answerJson(call, 200, ok);
    return refuseAs('S005', { headers: { 'Retry-After': '1' } });
  };
}

async function isReady({ database, ready = () => true, log }: ApiParts): Promise<boolean> {
  try {
    await database.query('select 1');
    return await ready();
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return false;
  }
}
