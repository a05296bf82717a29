import type { z } from 'zod';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import { isRecordId } from '../../../descriptor/rules/record-check.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Version } from '../../../store/store.ts';
import { isAllowed } from '../../http/admit.ts';
import type { UserCall } from '../../http/call.ts';
import { notAllowed } from '../../../services/not-allowed.ts';
import { type Refusal, refuse } from '../../../services/refusal.ts';
import type { bulkBody, BulkEntry } from '../bulk-body.ts';

/** One record and its action. Its values are checked later. */
export type ParsedEntry =
  | { action: 'create'; id?: string; data: JsonObject }
  | { action: 'update'; id: string; expected: Version; data: JsonObject }
  | { action: 'delete'; id: string; expected: Version };

export type ParsedEntries = { entries: readonly ParsedEntry[]; atomic: boolean };

/** Parses the records of a request that gives each its own values. A malformed one refuses the whole request. */
export function parseEntries(
  call: UserCall,
  resource: Resource,
  { action: usual = 'update', records = [], atomic = false, ...others }: z.infer<typeof bulkBody>,
): ParsedEntries | Refusal {
  const extra = Object.keys(others).filter(
    (name) => others[name as keyof typeof others] !== undefined,
  );
  if (extra.length > 0) return refuse(extra.map((name) => problem('Q001', name)));
  if (!isDoing(usual))
    return refuse(problem('V008', 'action', { choices: doings.join(', ') }), { status: 422 });
  const problems: Problem[] = [];
  const entries = records.map((each, index) => {
    const entry = { ...each, action: each.action ?? usual };
    problems.push(...checkEntry(entry, `records.${index}`));
    return entry;
  });
  problems.push(...checkRepeats(entries, 'records'));
  if (problems.length > 0) return refuse(problems, { status: 422 });

  const actions = new Set(entries.map(({ action }) => action));
  const mayAll = (descriptor: Descriptor) =>
    [...actions].every((may) => isAllowed({ ...call, descriptor }, { may, of: resource }));
  if (!mayAll(call.descriptor)) return refuse(notAllowed(call, '', mayAll));
  return { entries: entries.map(toEntry), atomic };
}

export type Given = BulkEntry & { action: Doing };
type Doing = ParsedEntry['action'];

const doings: readonly string[] = ['create', 'update', 'delete'] satisfies Doing[];

function isDoing(action: string): action is Doing {
  return doings.includes(action);
}

/** Problems of the form of an entry; `at` is its path. */
export function checkEntry({ action, _id, _version, data }: Given, at: string): Problem[] {
  const isNew = action === 'create';
  const problems: Problem[] = [];
  const missing = (name: string) => problems.push(problem('V001', `${at}.${name}`));
  if (_id === undefined) {
    if (!isNew) missing('_id');
  } else if (!isRecordId(_id)) {
    problems.push(problem('V002', `${at}._id`, { expected: isNew ? 'newId' : 'recordId' }));
  }
  if (isNew && _version !== undefined) problems.push(problem('V010', `${at}._version`));
  if (!isNew && _version === undefined) missing('_version');
  return [...problems, ...checkData(action, data, `${at}.data`)];
}

function checkData(action: Doing, data: unknown, at: string): Problem[] {
  if (action === 'delete') return data === undefined ? [] : [problem('V010', at)];
  if (data === undefined) return [problem('V001', at)];
  return isObject(data) ? [] : [problem('V002', at, { expected: 'object' })];
}

/** Rejects a record that occurs twice, because it is unclear which of the two is meant. */
export function checkRepeats(entries: readonly Given[], at: string): Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ _id }, index) => {
    if (_id === undefined || !seen.has(_id)) {
      if (_id !== undefined) seen.add(_id);
      return [];
    }
    return [problem('V015', `${at}.${index}._id`, { value: _id })];
  });
}

export function toEntry({
  action,
  _id: id = '',
  _version: expected = '*',
  data,
}: Given): ParsedEntry {
  const values = data as JsonObject;
  if (action === 'create') return { action, data: values, ...(id === '' ? {} : { id }) };
  return action === 'delete' ? { action, id, expected } : { action, id, expected, data: values };
}
