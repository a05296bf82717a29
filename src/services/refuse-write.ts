import { toEtag } from '../contract/to-etag.ts';
import { mayRead } from '../descriptor/access.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import { toSeenProblems } from '../descriptor/permissions/seen-problems.ts';
import { problem } from '../fields/problems/problem.ts';
import type { StoredRecord, WriteFailure } from '../store/store.ts';
import type { Caller } from './acting.ts';
import { type Refusal, refuse, refuseAs } from './refusal.ts';

type Writer = Pick<Caller, 'descriptor' | 'role'>;

/**
 * The refusal of a write of one record, with the problems that the caller may see. `own`: fields that the caller has
 * filled in.
 */
export function refuseWrite(
  caller: Writer,
  resource: Resource,
  outcome: WriteFailure,
  own?: readonly string[],
): Refusal {
  switch (outcome.failure) {
    case 'missing':
      return refuseAs('S001');
    case 'stale':
      return refuseStale(caller, resource, outcome.current);
    case 'referenced': {
      const problems = toSeenProblems({ ...caller, own }, resource, outcome.problems);
      const referrers = problems.flatMap(({ params }) => (params ? [params] : []));
      return refuse(problems, { extra: { referrers } });
    }
    default:
      return refuse(toSeenProblems({ ...caller, own }, resource, outcome.problems));
  }
}

/** Refuses a write on an old version, with the current record, so that the client can compare and decide. */
export function refuseStale(caller: Writer, resource: Resource, current: StoredRecord): Refusal {
  return refuse(problem('S003', ''), {
    extra: { current: toVisibleRecord(caller, resource, current) },
    headers: { ETag: toEtag(current._version) },
  });
}

/** The record with only the fields the caller may read; writes of the store return all fields. */
export function toVisibleRecord(
  { descriptor, role }: Writer,
  resource: Resource,
  record: StoredRecord,
): StoredRecord {
  const isSeen = (name: string) => mayRead(descriptor, role, resource, name);
  // Most writers may read all fields, so the record need not be built again.
  if (Object.keys(record).every(isSeen)) return record;
  const seen = Object.entries(record).filter(([name]) => isSeen(name));
  return Object.fromEntries(seen) as StoredRecord;
}
