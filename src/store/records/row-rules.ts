import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import type { RowFilters } from '../../descriptor/filter/row-filters.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { Connection } from '../connection/connection.ts';
import { createParams, quoteName } from '../connection/sql.ts';
import type { Restriction, StoredRecord, WriteFailure } from '../store.ts';
import { OWN } from '../schema/place.ts';
import { toFilterSql } from './conditions.ts';
import { ownFields, type OwnField } from './own-fields.ts';
import { createSqlScope } from './scope.ts';

export type RowOperation = 'create' | 'update' | 'delete';

/**
 * What one operation of somebody's on a resource must keep to; undefined when they may write all of its
 * records. The database judges, in the transaction of the write and by the same conditions as lists have, so
 * there is no second opinion on what a filter means.
 */
export function rowRules(
  descriptor: Descriptor,
  restriction: Restriction | undefined,
  resource: Resource,
  operation: RowOperation,
) {
  if (!restriction) return undefined;
  const { role, rowsOf } = restriction;
  const rows = rowsOf(resource);
  const hiding = relationsThatHide(descriptor, restriction, resource);
  if (!rows && hiding.length === 0) return undefined;
  const refused = (hint?: string): WriteFailure => ({
    failure: 'refused',
    problems: [problem('A012', '', { role }, hint)],
  });
  return {
    /** Of a record that is locked by now: may it be written? One that is not seen is not there. */
    async before(connection: Connection, id: string): Promise<WriteFailure | undefined> {
      if (operation === 'create' || !rows) return undefined;
      const [seen, mine] = await judge({ connection, descriptor }, resource, id, [
        rows.see,
        rows[operation],
      ]);
      if (!seen) return { failure: 'missing' };
      return mine ? undefined : refused();
    },
    /** What was written must still be theirs, and refer to nothing they do not see. */
    async after(
      connection: Connection,
      record: StoredRecord,
      before: StoredRecord | undefined,
    ): Promise<WriteFailure | undefined> {
      if (operation === 'delete') return undefined;
      const [mine] = await judge({ connection, descriptor }, resource, record._id, [
        rows?.[operation],
      ]);
      if (!mine)
        return refused('with these values the record would be one the role may not do this with');
      const problems = await findHidden({ connection, descriptor }, hiding, record, before);
      return problems.length > 0 ? { failure: 'invalid', problems } : undefined;
    },
  };
}

/** Whether a record meets each of the filters; an absent filter is met by any that is there. */
async function judge(
  { connection, descriptor }: { connection: Connection; descriptor: Descriptor },
  resource: Resource,
  id: string,
  filters: readonly (Filter | undefined)[],
): Promise<readonly boolean[]> {
  const params = createParams([id]);
  const sqlScope = createSqlScope({ descriptor }, params);
  const conditions = filters.map((filter) =>
    filter ? `(${toFilterSql(resource, filter, sqlScope)}) is true` : 'true',
  );
  const text = `select ${conditions.join(', ')} from ${quoteName(resource.name)} ${OWN} where ${OWN}._id = $1`;
  const [row] = await connection.run({ text, values: params.values });
  return row ?? [];
}

type Hiding = { field: OwnField; target: Resource; see: NonNullable<RowFilters['see']> };

function relationsThatHide(descriptor: Descriptor, { rowsOf }: Restriction, resource: Resource) {
  return ownFields(resource).flatMap((field) => {
    const target = descriptor.resources.get(field.place.to ?? '');
    const see = target && rowsOf(target)?.see;
    return target && see ? [{ field, target, see }] : [];
  });
}

/** References to records that are there, but not for them: said in the same words as of those that are not. */
async function findHidden(
  { connection, descriptor }: { connection: Connection; descriptor: Descriptor },
  hiding: readonly Hiding[],
  record: StoredRecord,
  before: StoredRecord | undefined,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { field, target, see } of hiding) {
    const known = new Set(idsOf(before?.[field.name]));
    const ids = idsOf(record[field.name]);
    const added = ids.filter((id) => !known.has(id));
    if (added.length === 0) continue;
    const params = createParams([added]);
    const condition = toFilterSql(target, see, createSqlScope({ descriptor }, params));
    const text = `select ${OWN}._id from ${quoteName(target.name)} ${OWN} where ${OWN}._id = any($1::text[]) and ${condition}`;
    const rows = await connection.run({ text, values: params.values });
    const seen = new Set(rows.map(([id]) => id));
    for (const id of added.filter((each) => !seen.has(each))) {
      const path = field.isMany ? `${field.name}.${ids.indexOf(id)}` : field.name;
      problems.push(problem('V014', path, { value: id }));
    }
  }
  return problems;
}

function idsOf(value: unknown): string[] {
  return [value ?? []].flat() as string[];
}
