import { callerParams } from '../../../descriptor/permissions/caller-params.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import type { RowFilters } from '../../../descriptor/filter/row-filters.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { statesBefore } from '../../../descriptor/rules/states.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { duplicatesOf, outsideRoleProblem } from '../../../fields/problems/problem-words.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import type { Restriction, StoredRecord, WriteFailure } from '../../store.ts';
import { OWN } from '../../schema/place.ts';
import { toFilterSql } from '../sql/conditions.ts';
import { settleFilter } from '../query/settle-filter.ts';
import { storedFields, type StoredField } from '../sql/stored-fields.ts';
import { createSqlScope } from '../sql/scope.ts';

export type RowOperation = 'create' | 'update' | 'delete';

/**
 * The rules that one operation of a user on a resource must follow; undefined when the user may write all of its
 * records. The database judges them in the transaction of the write, by the same conditions as lists, so that a filter
 * means the same everywhere.
 */
export function rowRules(
  descriptor: Descriptor,
  restriction: Restriction | undefined,
  resource: Resource,
  operation: RowOperation,
) {
  if (!restriction) return undefined;
  const { role, rowsOf } = restriction;
  const caller = callerParams(restriction.descriptor, role);
  const rows = rowsOf(resource);
  const hiding = relationsThatHide(descriptor, restriction, resource);
  if (!rows && hiding.length === 0) return undefined;
  const refused = (reason: Problem): WriteFailure => ({ failure: 'refused', problems: [reason] });
  return {
    /** Whether the locked record may be written. One the user does not see counts as missing. */
    async before(connection: Connection, id: string): Promise<WriteFailure | undefined> {
      if (operation === 'create' || !rows) return undefined;
      const [seen, mine] = await judge({ connection, descriptor }, resource, { id }, [
        rows.see,
        rows[operation],
      ]);
      if (!seen) return { failure: 'missing' };
      return mine ? undefined : refused(problem('A012', '', caller));
    },
    /** The written record must still belong to the user, and refer only to records the user sees. */
    async after(
      connection: Connection,
      record: StoredRecord,
      before: StoredRecord | undefined,
    ): Promise<WriteFailure | undefined> {
      if (operation === 'delete') return undefined;
      if (
        rows?.see &&
        !before &&
        !(await sawFormer({ connection, descriptor }, resource, rows.see, record))
      )
        return { failure: 'duplicate', problems: duplicatesOf(['_id']) };
      // First, as the database does for records that are not there: the two must look the same.
      const problems = await findHidden({ connection, descriptor }, hiding, record, before);
      if (problems.length > 0) return { failure: 'invalid', problems };
      const states = before ? statesBefore(resource, role, before, record) : {};
      const [mine] = await judge({ connection, descriptor }, resource, { id: record._id, states }, [
        rows?.[operation],
      ]);
      return mine ? undefined : refused(outsideRoleProblem(caller));
    },
  };
}

/**
 * Whether the user may know of the deleted record that had the `_id` of a new one, whose versions continue. Otherwise
 * the `_id` is taken, as that of a hidden record is.
 */
async function sawFormer(
  { connection, descriptor }: { connection: Connection; descriptor: Descriptor },
  resource: Resource,
  see: Filter,
  { _id, _version }: StoredRecord,
): Promise<boolean> {
  if (_version === 1) return true;
  const [row] = await connection.run({
    text:
      `select before::text from backoffice.history ` +
      `where resource = $1 and record_id = $2 and operation = 'delete' order by seq desc limit 1`,
    values: [resource.name, _id],
  });
  const former = JSON.parse((row?.[0] as string | null | undefined) ?? 'null') as JsonObject | null;
  if (!former) return false;
  const settled = await settleFilter({ connection, scope: { descriptor } }, resource, see, [
    former,
  ]);
  return evaluateFilter(settled, former);
}

/**
 * Whether a record meets each of the filters, with these states in place of its own; every existing record meets an
 * absent filter.
 */
async function judge(
  { connection, descriptor }: { connection: Connection; descriptor: Descriptor },
  resource: Resource,
  { id, states = {} }: { id: string; states?: Readonly<Record<string, unknown>> },
  filters: readonly (Filter | undefined)[],
): Promise<readonly boolean[]> {
  const params = createParams([id]);
  const sqlScope = createSqlScope({ descriptor }, params);
  const conditions = filters.map((filter) =>
    filter ? `(${toFilterSql(resource, filter, sqlScope)}) is true` : 'true',
  );
  const table = quoteName(resource.name);
  const from =
    Object.keys(states).length === 0
      ? `${table} ${OWN}`
      : `${table} stored, jsonb_populate_record(stored, ${params.add(JSON.stringify(states))}::jsonb) ${OWN}`;
  const text = `select ${conditions.join(', ')} from ${from} where ${OWN}._id = $1`;
  const [row] = await connection.run<boolean[]>({ text, values: params.values });
  return row ?? [];
}

type Hiding = { field: StoredField; target: Resource; see: NonNullable<RowFilters['see']> };

function relationsThatHide(descriptor: Descriptor, { rowsOf }: Restriction, resource: Resource) {
  return storedFields(resource).flatMap((field) => {
    const target = descriptor.resources.get(field.place.to ?? '');
    const see = target && rowsOf(target)?.see;
    return target && see ? [{ field, target, see }] : [];
  });
}

/** References to records that exist but are hidden from the user; the problem is the same as for missing records. */
async function findHidden(
  { connection, descriptor }: { connection: Connection; descriptor: Descriptor },
  hiding: readonly Hiding[],
  record: StoredRecord,
  before: StoredRecord | undefined,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { field, target, see } of hiding) {
    const previousIds = new Set(idsOf(before?.[field.name]));
    const ids = idsOf(record[field.name]);
    const added = ids.filter((id) => !previousIds.has(id));
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
