import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { Version, StoredRecord, WriteFailure, WriteOutcome } from '../../store/store.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { toEtag } from '../http/answer/etag.ts';
import { mayRead } from '../../descriptor/access.ts';
import { toSeenProblems } from '../../descriptor/permissions/seen-problems.ts';

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

export function refuseWrite(
  call: Call,
  resource: Resource,
  outcome: WriteFailure,
  own?: readonly string[],
): Refusal {
  switch (outcome.failure) {
    case 'missing':
      return refuseAs('S001');
    case 'stale':
      return refuseStale(call, resource, outcome.current);
    case 'referenced': {
      const problems = toSeenProblems({ ...call, own }, resource, outcome.problems);
      const referrers = problems.flatMap(({ params }) => (params ? [params] : []));
      return refuse(problems, { extra: { referrers } });
    }
    default:
      return refuse(toSeenProblems({ ...call, own }, resource, outcome.problems));
  }
}

/** Refuses a write on an old version, with the current record, so that the client can compare and decide. */
export function refuseStale(call: Call, resource: Resource, current: StoredRecord): Refusal {
  return refuse(problem('S003', ''), {
    extra: { current: toVisibleRecord(call, resource, current) },
    headers: { ETag: toEtag(current._version) },
  });
}

/** The record with only the fields the caller may read; writes of the store return all fields. */
export function toVisibleRecord(
  { descriptor, role }: Call,
  resource: Resource,
  record: StoredRecord,
): StoredRecord {
  const isSeen = (name: string) => mayRead(descriptor, role, resource, name);
  // Most writers may read all fields, so the record need not be built again.
  if (Object.keys(record).every(isSeen)) return record;
  const seen = Object.entries(record).filter(([name]) => isSeen(name));
  return Object.fromEntries(seen) as StoredRecord;
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
  const row = await call.parts.store.get(resource, id);
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
