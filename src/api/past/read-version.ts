import { PastRecord } from '../../contract/past.ts';
import { systemFields, type Resource } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import {
  findVersion,
  readLaterChanges,
  type HistoryRow,
} from '../../store/system/past/record-history.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { readPastTitles } from './past-titles.ts';
import { pastFields, toOrigin } from './to-version.ts';
import { findSubject } from './visible-versions.ts';
import { settledSight } from './settled-sight.ts';
import { requireValue } from '../../fields/require-entry.ts';

/** The largest version that the database can count to. */
export const MAX_VERSION = 2_147_483_647;

/** Returns the record as it was in one version. */
export async function getVersion(call: UserCall, resource: Resource): Promise<Reply> {
  const { id, version = '' } = call.params;
  if (!/^[1-9]\d{0,9}$/.test(version) || Number(version) > MAX_VERSION)
    return refuse(problem('Q007', 'version', { min: 1, max: MAX_VERSION }), { status: 400 });
  if (!isRecordId(id)) return refuseAs('S001');
  const subject = await findSubject(call, resource, id);
  if (!subject) return refuseAs('S001');
  const current = 'current' in subject ? subject.current : undefined;
  const past = await readPast(call, resource, { id, version: Number(version), current });
  if (isRefusal(past)) return past;

  const { row, state } = past;
  const fields = pastFields(call, resource);
  const names = [...systemFields.slice(0, 2), ...fields, ...systemFields.slice(2)];
  const record = Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  const moment = { seq: row.seq, values: fields.map((name) => [name, state[name]] as const) };
  const [titles = {}] = await readPastTitles(call, resource, [moment]);
  const erased = past.erased.filter((name) => fields.includes(name));
  const answered = { ...toOrigin(call, row), record: record as StoredRecord, erased, titles };
  return answer(call, 200, PastRecord, answered);
}

/** A record as it was in one version, with all its stored fields. */
export type Past = { row: HistoryRow; state: JsonObject; erased: readonly string[] };

/**
 * Walks back to a version, from `current` or from where the record was deleted. A deletion has no state of its own; it
 * stands for the record as it was deleted. A version that the caller may not see counts as unknown.
 */
export async function readPast(
  call: UserCall,
  resource: Resource,
  { id, version, current }: { id: string; version: number; current: JsonObject | undefined },
): Promise<Past | Refusal> {
  const subject = { resource: resource.name, id };
  const row = await findVersion(call.services.database.primaryOrReplica, subject, version);
  const past = row && (await walkTo(call, subject, row, current));
  const { sees } = await settledSight(call, resource, [past?.state]);
  if (!past || !sees(past.state, true)) return refuse(problem('S017', 'version'));
  return past;
}

async function walkTo(
  call: UserCall,
  subject: { resource: string; id: string },
  row: HistoryRow,
  current: JsonObject | undefined,
): Promise<Past | undefined> {
  if (row.operation === 'delete')
    return { row, state: requireValue(row.before, 'former record'), erased: row.erased };
  const upTo = Number(current?.['_version'] ?? MAX_VERSION);
  const later = await readLaterChanges(call.services.database.primaryOrReplica, subject, {
    seq: row.seq,
    upTo,
  });
  const last = later.deleted ?? current;
  if (!last) return undefined;
  const untouched = later.deletedErased.filter((name) => !Object.hasOwn(later.before, name));
  const stamps = { _version: row.version, updatedAt: row.at, updatedBy: row.by };
  const state = { ...last, ...later.before, ...stamps };
  return { row, state, erased: [...later.erased, ...untouched] };
}
