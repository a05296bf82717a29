import { problem } from '../../fields/problems/problem.ts';
import {
  MAX_SETTINGS,
  readSetting,
  readSettings,
  removeSetting,
  writeSetting,
} from '../../store/system/preferences/own-settings.ts';
import { answerEmpty, answerJson, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuse, type Refusal } from '../../services/refusal.ts';

const MAX_BYTES = 64 * 1024;

/** Responds with all settings of the caller by key, built from the stored JSON texts. */
export async function listSettings(call: UserCall): Promise<Response> {
  const settings = await readSettings(call.services.database.primaryOrReplica, call.user._id);
  const members = settings.map(({ key, value }) => `${JSON.stringify(key)}:${value}`);
  return answerJson(call, 200, `{${members.join(',')}}`);
}

/** Responds with the JSON that the caller stored under a key, or null. */
export async function getSetting(call: UserCall): Promise<Reply> {
  const key = parseKey(call);
  if (isRefusal(key)) return key;
  const value = await readSetting(call.services.database.primaryOrReplica, call.user._id, key.key);
  return answerJson(call, 200, value ?? 'null');
}

export async function replaceSetting(call: UserCall): Promise<Reply> {
  const key = parseKey(call);
  if (isRefusal(key)) return key;
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const text = JSON.stringify(body.value);
  if (Buffer.byteLength(text) > MAX_BYTES) return refuse(problem('Q012', '', { max: MAX_BYTES }));
  const isKept = await writeSetting(call.services.database, call.user._id, key.key, text);
  return isKept ? answerEmpty(call, 204) : refuse(problem('V016', '', { max: MAX_SETTINGS }));
}

export async function deleteSetting(call: UserCall): Promise<Reply> {
  const key = parseKey(call);
  if (isRefusal(key)) return key;
  await removeSetting(call.services.database, call.user._id, key.key);
  return answerEmpty(call, 204);
}

function parseKey({ params }: UserCall): { key: string } | Refusal {
  const { key = '' } = params;
  if (key === '__proto__') return refuse(problem('V020', 'key', { key }));
  if (/^[A-Za-z0-9._-]{1,100}$/.test(key)) return { key };
  return refuse(
    problem('Q004', 'key', {
      expected: '1 to 100 characters, each one of A-Z, a-z, 0-9, ., _ and -',
    }),
  );
}
