import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { styleOf } from '../../http/style-of.ts';
import { ChangeSet, ChangeSets, RecordChanges, ways } from '../../../contract/past.ts';
import { mayRead } from '../../../descriptor/access.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { namingFields, titleFor } from '../../../descriptor/title.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { listRecordChanges } from '../../../store/system/past/list-record-changes.ts';
import {
  type FoundSet,
  getChangeSet,
  listChangeSets,
} from '../../../store/system/past/read-change-sets.ts';
import { countOfSets } from '../../../store/system/threads/marks.ts';
import { threadReader } from '../../../services/threads/reader.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { createQueryReader } from '../../http/query-reader.ts';
import { refuse, refuseAs } from '../../../services/refusal.ts';
import { keyNameOf } from '../../../services/key-name.ts';
import { toVisibleSet } from '../../../services/undo/change-set-rights.ts';
import { visibleCollections } from '../../../services/visible-collections.ts';

/** The latest change sets of which the caller may see something. */
export async function readChangeSets(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const { timeZone } = call.descriptor.app;
  const filters = {
    by: reader.list('by'),
    ways: reader.list('way', ways),
    resource: reader.text('resource'),
    from: reader.moment('from', timeZone),
    to: reader.moment('to', timeZone, true),
    after: reader.cursor(/^[\w-]{1,64}$/),
  };
  const perPage = reader.perPage();
  const visible = visibleCollections(call);
  const problems = [...reader.problems(), ...unknownResource(call, filters.resource)];
  if (problems.length > 0) return refuse(problems, { status: 400 });
  const sets = await listChangeSets(call.services.database.primaryOrReplica, {
    ...filters,
    visible,
    most: perPage + 1,
  });
  const data = await toSets(call, sets.slice(0, perPage));
  const next = sets.length > perPage ? requireItem(sets, perPage - 1).id : null;
  return answer(call, 200, ChangeSets, { data, next });
}

export async function readChangeSet(call: UserCall): Promise<Reply> {
  const row = await getChangeSet(call.services.database.primaryOrReplica, call.params['id'] ?? '');
  const [set] = await toSets(call, row ? [row] : []);
  return set ? answer(call, 200, ChangeSet, set) : refuseAs('S001');
}

/** Change sets as the caller may see them, with how many threads they have. */
async function toSets(call: UserCall, found: readonly FoundSet[]): Promise<ChangeSet[]> {
  const sets = found.flatMap((set) => toVisibleSet(call, set) ?? []);
  const counts = await countOfSets(
    call.services.database.primaryOrReplica,
    threadReader(call),
    sets.map(({ id }) => id),
  );
  return sets.map((set) => ({
    ...set,
    threads: counts.find(({ changeSet }) => changeSet === set.id)?.threads ?? 0,
  }));
}

/** The single changes of a person, in a collection or of a change set. */
export async function readRecordChanges(call: UserCall): Promise<Reply> {
  const { descriptor, role, user, services, restriction } = call;
  const reader = createQueryReader(call.query);
  const by = reader.text('by');
  const resource = reader.text('resource');
  const changeSet = reader.text('changeSet');
  const { timeZone } = descriptor.app;
  const [from, to] = [reader.moment('from', timeZone), reader.moment('to', timeZone, true)];
  const after = reader.cursor(/^\d{1,18}$/);
  const perPage = reader.perPage();
  const problems = [...reader.problems(), ...unknownResource(call, resource)];
  if ((by ?? resource ?? changeSet) === undefined)
    problems.push(
      problem('Q004', 'by', { expected: 'given, unless resource or changeSet is given' }),
    );
  if (problems.length > 0) return refuse(problems, { status: 400 });
  const visible = visibleCollections(call);
  const isRead = (name: string, field: string) =>
    mayRead(descriptor, role, requireEntry(descriptor.resources, name), field);
  const collections = [...visible.all, ...visible.own]
    .filter((name) => resource === undefined || name === resource)
    .map((name) => {
      const of = requireEntry(descriptor.resources, name);
      return {
        resource: of,
        fields: namingFields(of).filter((field) => of.fields.has(field) && isRead(name, field)),
        ...(visible.own.includes(name) && { ownBy: user._id }),
      };
    });
  const scope = { descriptor, rowsOf: restriction?.rowsOf };
  const query = { collections, by, changeSet, from, to, after, most: perPage + 1 };
  const changes = await listRecordChanges(services.database.primaryOrReplica, scope, query);
  const data = changes
    .slice(0, perPage)
    .map(({ seq: _, record, last, fields, key, ...change }) => ({
      ...change,
      ...keyNameOf(call, key),
      title: titleAt(call, change.resource, change._id, record ?? last),
      gone: record === null,
      fields: fields.filter((field) => isRead(change.resource, field)),
    }));
  const next = changes.length > perPage ? requireItem(changes, perPage - 1).seq : null;
  return answer(call, 200, RecordChanges, { data, next });
}

function titleAt(
  call: UserCall,
  name: string,
  _id: string,
  values: JsonObject | null,
): string | null {
  if (values === null) return null;
  return titleFor(styleOf(call), requireEntry(call.descriptor.resources, name), { ...values, _id });
}

/** A collection whose history the caller may not see is like one that does not exist. */
function unknownResource(call: UserCall, name: string | undefined) {
  if (name === undefined) return [];
  const { all, own } = visibleCollections(call);
  return all.includes(name) || own.includes(name)
    ? []
    : [problem('Q004', 'resource', { expected: 'a collection whose history you may see' })];
}
