import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { joinTable } from '../../place.ts';
import { quoteName } from '../../../connection/sql.ts';
import type { QueryRunner } from '../../../store.ts';
import { columnStep, type Step, type ExistingTables } from '../../tables/table.ts';
import { oldJoins, type Renames } from '../find-renames.ts';
import { hasRows } from '../adopt.ts';

/**
 * Turns one reference into many, and many into one: the links are in a column on one side and in a table on the other.
 * A field that already has links keeps them.
 */
export async function linkSteps(
  sql: QueryRunner,
  descriptor: Descriptor,
  existing: ExistingTables,
  { inOldNames }: Renames,
): Promise<Step[]> {
  const steps: Step[] = [];
  const isFilled = (table: string, where?: string) =>
    hasRows(sql, inOldNames(quoteName(table), table), where && inOldNames(where, table));
  for (const resource of descriptor.resources.values())
    for (const field of resource.fields.values()) {
      if (field.computed !== undefined) continue;
      const step = await linkStep({ descriptor, existing, isFilled }, resource, field);
      if (step) steps.push(step);
    }
  return steps;
}

type LinkSite = {
  descriptor: Descriptor;
  existing: ExistingTables;
  isFilled(table: string, where?: string): Promise<boolean>;
};

async function linkStep(
  { descriptor, existing, isFilled }: LinkSite,
  resource: Resource,
  field: Field,
): Promise<Step | undefined> {
  const relation = field.kind.relation?.(field.settings);
  const columns = existing.get(resource.name)?.columns;
  if (!relation || !columns) return undefined;
  const has = (name: string | undefined): boolean => columns.some((one) => one.name === name);
  if (relation.many) {
    const own = joinTable(resource.name, field.name);
    const column = [field.was, field.name].find(has);
    const isKept = column === undefined || (existing.has(own) && (await isFilled(own)));
    return isKept ? undefined : toMany(resource, field, relation.to, column);
  }
  const join = oldJoins(descriptor, resource, field).find((one) => existing.get(one)?.ours);
  const where = `${quoteName(field.name)} is not null`;
  const isKept = join === undefined || (has(field.name) && (await isFilled(resource.name, where)));
  return isKept ? undefined : toOne(resource, field, relation.to, join);
}

function toMany({ name: table }: Resource, field: Field, to: string, column: string): Step {
  const [join, old] = [quoteName(joinTable(table, field.name)), quoteName(column)];
  const where = `${old} is not null`;
  const isLost = `${where} and not exists (select from ${quoteName(to)} g where g._id = ${old})`;
  return columnStep('links', table, field.name, {
    kind: 'rewriting',
    summary: toSentence('makesList', { path: `${table}.${column}` }),
    sql: [
      `insert into ${join} (owner, position, target) select _id, 0, ${old} from ${quoteName(table)} ` +
        `where ${where} and not (${isLost})`,
    ],
    // Includes the links written since.
    undo: [
      `update ${quoteName(table)} set ${old} = (select target from ${join} where owner = _id order by position limit 1)`,
      `delete from ${join}`,
    ],
    aside: { table, column },
    rows: `select count(*) from ${quoteName(table)} where ${where}`,
    loses: isLost,
  });
}

function toOne({ name: table }: Resource, field: Field, to: string, from: string): Step {
  const [join, column] = [quoteName(from), quoteName(field.name)];
  const isThere = `exists (select from ${quoteName(to)} g where g._id = j.target)`;
  return columnStep('links', table, field.name, {
    kind: 'rewriting',
    summary: toSentence('makesSingle', { path: `${table}.${field.name}` }),
    sql: [
      `update ${quoteName(table)} set ${column} = (select j.target from ${join} j ` +
        `where j.owner = ${quoteName(table)}._id and ${isThere} order by j.position limit 1)`,
    ],
    undo: [
      `insert into ${join} (owner, position, target) ` +
        `select _id, -1, ${column} from ${quoteName(table)} where ${column} is not null on conflict do nothing`,
      `update ${quoteName(table)} set ${column} = null`,
    ],
    aside: { table: from },
    rows: `select count(distinct owner) as count from ${join}`,
    loses: `_id in (select j.owner from ${join} j group by j.owner having count(*) > 1 or not bool_or(${isThere}))`,
  });
}
