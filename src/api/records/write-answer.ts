import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problem.ts';
import type { StoredRecord, WriteFailure, WriteOutcome } from '../../store/store.ts';
import { answerJson } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { recordAsSeen } from './record-as-seen.ts';
import { toEtag } from './etag.ts';

/** The answer to a write of one record: the record as it is now, or why it was not written. */
export function answerWrite(
  call: Call,
  resource: Resource,
  outcome: WriteOutcome,
  status: 200 | 201 = 200,
): Response | Refusal {
  if ('failure' in outcome) return refuseWrite(call, resource, outcome);
  const { record } = outcome;
  const location = `${resource.root}/${record._id}`;
  return answerJson(call, status, JSON.stringify(recordAsSeen(call, resource, record)), {
    ETag: toEtag(record._version),
    ...(status === 201 ? { Location: location } : {}),
  });
}

export function refuseWrite(call: Call, resource: Resource, outcome: WriteFailure): Refusal {
  switch (outcome.failure) {
    case 'missing':
      return refuseAs('S001');
    case 'stale':
      return refuseStale(call, resource, outcome.current);
    case 'referenced': {
      const referrers = outcome.problems.map(({ params }) => params);
      return refuse(outcome.problems, { extra: { referrers } });
    }
    default:
      return refuse(outcome.problems);
  }
}

/** With the record as it is now, so that whoever was late can compare and decide. */
export function refuseStale(call: Call, resource: Resource, current: StoredRecord): Refusal {
  return refuse(problem('S003', ''), {
    extra: { current: recordAsSeen(call, resource, current) },
    headers: { ETag: toEtag(current._version) },
  });
}
