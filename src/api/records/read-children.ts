import { type InlineList, inlineLists } from '../../descriptor/inline-lists.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { Version } from '../../store/store.ts';
import { isAllowed } from '../http/admit.ts';
import type { UserCall } from '../http/call.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { type Refusal, refuse } from '../../services/refusal.ts';
import {
  checkEntry,
  checkRepeats,
  type Given,
  toEntry,
  type ParsedEntry,
} from './entries/parse-entries.ts';
import { MAX_RECORDS } from '../../contract/bulk.ts';

/** What a request does with the records of one inline child list. */
export type ChildEntries = InlineList & { entries: readonly ParsedEntry[] };

/** A body, separated into the values of the record itself and the entries of its child lists. */
export type WholeBody = { own: unknown; children: readonly ChildEntries[] };

/** Separates the entries of inline child lists from the values of a record, and checks their form and rights. */
export function readChildren(
  call: UserCall,
  resource: Resource,
  body: unknown,
): WholeBody | Refusal {
  if (!isObject(body)) return { own: body, children: [] };
  const lists = inlineLists(call.descriptor, call.role, resource);
  const given = lists.filter(({ child }) => Object.hasOwn(body, child.name));
  if (given.length === 0) return { own: body, children: [] };
  const names = new Set(given.map(({ child }) => child.name));
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
  const read = given.map((list) => readEntries(list, body[list.child.name]));
  const problems = read.flatMap((each) => each.problems);
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const denied = read.flatMap(({ child, entries }) =>
    entries.flatMap(({ action }, index) => {
      const may = (descriptor: Descriptor) =>
        isAllowed({ ...call, descriptor }, { may: action, of: child });
      return may(call.descriptor) ? [] : [notAllowed(call, `${child.name}.${index}`, may)];
    }),
  );
  return denied.length > 0 ? refuse(denied) : { own, children: read };
}

function readEntries(list: InlineList, given: unknown): ChildEntries & { problems: Problem[] } {
  const { name } = list.child;
  const wrong = (reason: Problem) => ({ ...list, entries: [], problems: [reason] });
  if (!Array.isArray(given)) return wrong(problem('V002', name, { expected: 'array' }));
  if (given.length > MAX_RECORDS) return wrong(problem('V016', name, { max: MAX_RECORDS }));
  const read = given.map((one: unknown, index) => readEntry(list, one, `${name}.${index}`));
  const problems = read.flatMap((each) => ('problems' in each ? each.problems : []));
  const raw = read.flatMap((each) => ('entry' in each ? [each.entry] : []));
  if (problems.length === 0) problems.push(...checkRepeats(raw, name));
  return { ...list, entries: raw.map(toEntry), problems };
}

/** Without a version, an entry is a new record; with one, it changes or deletes a record. */
function readEntry(
  { link }: InlineList,
  given: unknown,
  at: string,
): { problems: Problem[] } | { entry: Given } {
  if (!isObject(given)) return { problems: [problem('V002', at, { expected: 'object' })] };
  const { _id, _version, _delete, ...data } = given;
  const odd = _delete === undefined ? [] : Object.keys(data).filter((name) => name !== link);
  const problems = [
    ...checkMembers(given, at),
    ...odd.map((name) => problem('V010', `${at}.${name}`)),
  ];
  if (problems.length > 0) return { problems };
  const entry = {
    action: actionOf(given),
    ...(_id !== undefined && { _id: _id as string }),
    ...(_version !== undefined && { _version: _version as Version }),
    ...(_delete === undefined && { data }),
  };
  const entryProblems = checkEntry(entry, at);
  return entryProblems.length > 0 ? { problems: entryProblems } : { entry };
}

function checkMembers({ _id, _version, _delete }: JsonObject, at: string): Problem[] {
  const members = [
    { name: '_delete', fits: _delete === undefined || _delete === true, expected: 'true' },
    { name: '_id', fits: _id === undefined || typeof _id === 'string', expected: 'recordId' },
    {
      name: '_version',
      fits: _version === undefined || isVersion(_version),
      expected: 'a version or *',
    },
  ];
  return members.flatMap(({ name, fits, expected }) =>
    fits ? [] : [problem('V002', `${at}.${name}`, { expected })],
  );
}

function actionOf({ _version, _delete }: JsonObject): ParsedEntry['action'] {
  if (_delete !== undefined) return 'delete';
  return _version === undefined ? 'create' : 'update';
}

function isVersion(value: unknown): boolean {
  return value === '*' || (Number.isSafeInteger(value) && Number(value) > 0);
}
