import { requireItem } from '../../fields/require-entry.ts';
import { callerParams } from '../../descriptor/permissions/caller-params.ts';
import { toSeenProblems, unseenReferrers } from '../../descriptor/permissions/seen-problems.ts';
import type { Moved } from '../../contract/duplicates.ts';
import { mayDo, mayRead, mayWrite } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { type ReferringField, referringFields } from '../../descriptor/relations.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { ManyWrite, Store, StoredRecord } from '../../store/store.ts';
import { type Acting, actorOf } from '../acting.ts';
import { failureProblems } from '../write-problems.ts';
import { refuse } from '../refusal.ts';
import { abortWith } from '../abort.ts';
import { oneRecordPaging } from '../../descriptor/filter/filter.ts';

/** A merge: references to the records in `gone` move to `keep`. */
type Moving = {
  acting: Acting;
  resource: Resource;
  keep: string;
  gone: readonly string[];
};

/**
 * Moves all references to the merged records to the kept one. Refuses callers who may not change all of them: otherwise links would break, or be changed against the rights of a role.
 */
export async function moveReferences(moving: Moving, store: Store): Promise<Moved[]> {
  const { acting, resource, gone } = moving;
  const referring = new Set<string>();
  for (const id of gone)
    for (const { resource: name, field } of await store.referrers(resource, id))
      referring.add(`${name}.${field}`);
  const references = referringFields(acting.descriptor, resource).filter(
    ({ resource: from, field }) => referring.has(`${from.name}.${field}`),
  );
  const forbidden = references.flatMap((each) => checkRights(acting, each));
  if (forbidden.length > 0) abortWith(refuse(toSeenProblems(acting, resource, forbidden)));
  const moved: Moved[] = [];
  for (const each of references)
    moved.push({
      resource: each.resource.name,
      field: each.field,
      count: await moveField(moving, each, store),
    });
  return moved;
}

/** The problem if the caller may not change a field with references. */
function checkRights({ descriptor, role }: Acting, { resource, field }: ReferringField): Problem[] {
  if (!mayRead(descriptor, role, resource, field)) return [unseenReferrers()];
  const may =
    mayDo(descriptor, role, resource, 'update') && mayWrite(descriptor, role, resource, field);
  return may ? [] : [problem('A008', `${resource.name}.${field}`, callerParams(descriptor, role))];
}

async function moveField(
  { acting, resource, keep, gone }: Moving,
  { resource: other, field }: ReferringField,
  store: Store,
): Promise<number> {
  const going = new Set(gone);
  const filter = { path: field, operator: 'in', operands: gone } as const;
  const query = { ...oneRecordPaging, filter, fields: [field] };
  const records: StoredRecord[] = [];
  // Reads all records before the first write, because the writes change what the query selects.
  for await (const batch of store.stream(other, query))
    records.push(...batch.map((json) => JSON.parse(json) as StoredRecord));
  // Merged records keep their references, because they are removed.
  const staying = records.filter(({ _id }) => other.name !== resource.name || !going.has(_id));
  for (let at = 0; at < staying.length; at += AT_ONCE) {
    const writes = staying
      .slice(at, at + AT_ONCE)
      .map(({ _id, _version, ...values }): ManyWrite => {
        const isKept = other.name === resource.name && _id === keep;
        return {
          id: _id,
          values: { [field]: point(values[field], going, isKept, keep) },
          expected: _version,
        };
      });
    const outcomes = await store.writeMany(other, writes, actorOf(acting));
    for (const [index, outcome] of outcomes.entries())
      if ('failure' in outcome)
        abortWith(
          refuse(failureProblems(acting, other, outcome), {
            extra: { resource: other.name, _id: requireItem(writes, index).id },
          }),
        );
  }
  return staying.length;
}

const AT_ONCE = 500;

/** The kept record gets no reference to itself that it did not have before. */
function point(value: unknown, going: ReadonlySet<string>, isKept: boolean, keep: string): unknown {
  if (!Array.isArray(value)) return isKept ? null : keep;
  const pointed = (value as string[]).map((id) => (going.has(id) ? keep : id));
  return [...new Set(pointed)].filter((id) => !isKept || id !== keep || value.includes(keep));
}
