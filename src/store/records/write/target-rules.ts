import { requireEntry, requireValue } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { conditionParams } from '../../../descriptor/filter/condition-params.ts';
import { resolveFilter } from '../../../descriptor/filter/declared-filter.ts';
import type { Moment } from '../../../descriptor/expression/variables.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { TargetFilter } from '../../../descriptor/rules/target-filters.ts';
import { textParams } from '../../../fields/problems/text-params.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { createParams, quoteName, quoteText, type Params } from '../../connection/sql.ts';
import { findPlace, OWN } from '../../schema/place.ts';
import { toFilterSql } from '../sql/conditions.ts';
import { createSqlScope } from '../sql/scope.ts';
import { storedFields, type StoredField } from '../sql/stored-fields.ts';
import { titlesOf } from '../query/titles-of.ts';
import type { WriteContext } from '../query/complete.ts';

/** A record as it was written: the values of the write, and the record before; a new one has none. */
export type Values = Readonly<Record<string, unknown>>;

export type WrittenRecord = { id: string; values: Values; before?: Values | undefined };

/** A reference that may only refer to some records. */
export type TargetRule = { field: StoredField } & TargetFilter;

/** The rules of the references of a resource whose result a write of these fields may change. */
export function targetRules(resource: Resource, names: readonly string[]): TargetRule[] {
  return storedFields(resource).flatMap((field) => {
    const rule = resource.targetFilters.get(field.name);
    const isAsked = rule && [field.name, ...rule.looksAt].some((name) => names.includes(name));
    return isAsked ? [{ field, ...rule }] : [];
  });
}

/** The problems of written records, by `_id`, whose references do not match their filters; one statement for all. */
export async function findMismatches(
  context: WriteContext,
  resource: Resource,
  rules: readonly TargetRule[],
  { written, userId }: { written: readonly WrittenRecord[]; userId: string | null },
): Promise<Map<string, Problem[]>> {
  const { connection, descriptor } = context;
  const moment = { now: new Date(), userId, timeZone: resource.timeZone };
  const params = createParams();
  const selects = rules.flatMap((rule) => {
    const changed = written.filter((record) => isAffected(resource, rule, record));
    if (changed.length === 0) return [];
    const ids = params.add(changed.map(({ id }) => id));
    return [mismatchSql(descriptor, resource, rule, { params, moment, ids })];
  });
  const problems = new Map<string, Problem[]>();
  if (selects.length === 0) return problems;
  const text = `${selects.join(' union all ')} order by 1, 2, 4`;
  const rows = (await connection.run({ text, values: params.values })) as Mismatch[];
  const records = new Map(written.map((record) => [record.id, record]));
  const broken = rows.filter(([id, name, target]) => {
    const rule = requireValue(
      rules.find(({ field }) => field.name === name),
      name,
    );
    return !wasThere(resource, rule, requireEntry(records, id), target);
  });
  for (const rule of rules) {
    const own = broken.filter(([, name]) => name === rule.field.name);
    const referred = requireEntry(descriptor.resources, rule.to);
    const titles = await titlesOf(
      context,
      referred,
      own.map(([, , target]) => target),
    );
    const condition = conditionParams(referred, rule.filter.unresolved, resource);
    for (const [id, name, target, position] of own) {
      const path = rule.field.isMany ? `${name}.${position - 1}` : name;
      const title = titles.get(target);
      const named = title ? textParams('value', title) : { value: target };
      const details = { ...named, ...condition };
      problems.set(id, [...(problems.get(id) ?? []), problem('V055', path, details)]);
    }
  }
  return problems;
}

type Mismatch = [id: string, field: string, target: string, position: number];

type Asked = {
  params: Params;
  moment: Moment;
  /** The parameter with the `_id`s of the records to check; absent: all. */
  ids?: string;
};

/** The records whose reference does not match its filter. */
export function mismatchSql(
  descriptor: Descriptor,
  resource: Resource,
  { field, to, filter }: TargetRule,
  { params, moment, ids }: Asked,
): string {
  const target = requireEntry(descriptor.resources, to);
  const owner = (path: string) => findPlace(resource, path, 'o.', sqlScope);
  const sqlScope = createSqlScope({ descriptor }, params, { owner });
  const condition = toFilterSql(target, resolveFilter(filter, moment), sqlScope);
  const table = quoteName(resource.name);
  const [from, chosen, position] = field.isJoin
    ? [`${field.place.sql} m join ${table} o on o._id = m.owner`, 'm.target', 'm.position']
    : [`${table} o`, `o.${field.column}`, '1'];
  const among = ids === undefined ? 'true' : `o._id = any(${ids}::text[])`;
  return (
    `select o._id, ${quoteText(field.name)}, ${chosen}, ${position}::int from ${from} ` +
    `where ${among} and ${chosen} is not null and not exists (` +
    `select from ${quoteName(target.name)} ${OWN} where ${OWN}._id = ${chosen} and ${condition})`
  );
}

/** Whether a write may have changed the result of a rule. */
function isAffected(
  resource: Resource,
  { field, looksAt }: TargetRule,
  record: WrittenRecord,
): boolean {
  return [field.name, ...looksAt].some((name) => isChanged(resource, record, name));
}

/** Whether a write has changed a field; all of a new record has changed. */
export function isChanged(
  resource: Resource,
  { before, values }: WrittenRecord,
  name: string,
): boolean {
  if (!before) return true;
  if (values[name] === undefined) return false;
  const empty = emptyOf(requireEntry(resource.fields, name));
  return !isSameJson(values[name] ?? empty, before[name] ?? empty);
}

/** Whether the record had this reference before, and nothing that its filter compares with has changed. */
function wasThere(
  resource: Resource,
  { field, looksAt }: TargetRule,
  record: WrittenRecord,
  target: string,
): boolean {
  if (!record.before || looksAt.some((name) => isChanged(resource, record, name))) return false;
  return [record.before[field.name] ?? []].flat().includes(target);
}
