import type { Resource } from '../../descriptor/descriptor.ts';
import type { Version, StoredRecord, WriteOutcome } from '../../store/store.ts';
import { refuseStale, refuseWrite, toVisibleRecord } from '../../services/refuse-write.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { isRefusal, type Refusal, refuseAs } from '../../services/refusal.ts';
import { toEtag } from '../../contract/to-etag.ts';

/** The response to a write of one record: the current record, or why it was not written. */
export function answerWrite(
  call: Call,
  resource: Resource,
  outcome: WriteOutcome,
  status: 200 | 201 = 200,
): Reply {
  if ('failure' in outcome) return refuseWrite(call, resource, outcome);
  const { record } = outcome;
  const location = `${resource.root}/${record._id}`;
  return answerJson(call, status, JSON.stringify(toVisibleRecord(call, resource, record)), {
    ETag: toEtag(record._version),
    ...(status === 201 ? { Location: location } : {}),
  });
}

/**
 * The whole record that a write is based on, because rules also read fields that the caller may not read.
 * Refuses if the record has another version by now.
 */
export async function readCurrent(
  call: Call,
  resource: Resource,
  id: string,
  expected: Version,
): Promise<{ current: StoredRecord } | Refusal> {
  const row = await call.services.store.get(resource, id);
  if (!row) return refuseAs('S001');
  const current = JSON.parse(row.json) as StoredRecord;
  if (expected !== '*' && expected !== row.version) return refuseStale(call, resource, current);
  return { current };
}

const TIMES = 5;

/**
 * Reads, changes and writes again if another write came in between, for clients that accept any version.
 * After several attempts even these get a refusal.
 */
export async function retryWhileStale<Answer extends object>(
  willing: boolean,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let time = 1; ; time += 1) {
    const answer = await attempt();
    if (!isStale(answer) || !willing || time === TIMES) return answer;
  }
}

function isStale(answer: object): boolean {
  if (isRefusal(answer)) return answer.refused[0].code === 'S003';
  return 'failure' in answer && answer.failure === 'stale';
}
