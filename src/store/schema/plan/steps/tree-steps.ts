import { toSentence } from '../../../../fields/problems/plan-text.ts';
import { requireEntry, requireItem, requireValue } from '../../../../fields/require-entry.ts';
import type { PlanStep } from '../../../../contract/meta.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { quoteName } from '../../../connection/sql.ts';
import type { QueryRunner } from '../../../store.ts';
import { fieldBefore, type PlanSite } from './describe-step.ts';
import { addToFinding, newFinding, withTitles } from '../sample-rows.ts';

/**
 * Counts the records that do not fit into a tree that is new or lower: those below themselves, and those too deep. Such a
 * step is never refused: the records stay where they are until somebody moves them.
 */
export async function treeSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const resource of at.descriptor.resources.values()) {
    const step = isNew(at, resource) && (await countStep(sql, at, resource));
    if (step) steps.push(step);
  }
  return steps;
}

function isNew(at: PlanSite, { name, tree, fields }: Resource): boolean {
  if (!tree) return false;
  const settingOf = (field = requireEntry(fields, tree.field)) =>
    field.kind.relation?.(field.settings).tree;
  const before = fieldBefore(at, name, tree.field);
  const columns = at.pending.currentTables.get(name)?.columns ?? [];
  const isThere = columns.some((column) => column.name === tree.field);
  return before !== undefined && isThere && !isSameJson(settingOf(before) ?? null, settingOf());
}

async function countStep(
  sql: QueryRunner,
  { pending: { renames } }: PlanSite,
  resource: Resource,
): Promise<PlanStep | undefined> {
  const { field, maxDepth } = requireValue(resource.tree, 'tree');
  const [table, parent] = [quoteName(resource.name), quoteName(field)];
  const rows = await sql.rows<{ _id: string; parent: string; count: number }>(
    `with recursive up(origin, next, level, way) as (` +
      `select _id, ${parent}, 1, array[_id] from ${table} ` +
      `union all select u.origin, p.${parent}, u.level + 1, u.way || p._id ` +
      `from up u join ${table} p on p._id = u.next where p._id <> all(u.way)) ` +
      `select origin as _id, min(way[2]) as parent, (count(*) over ())::int as count from up ` +
      `group by origin having bool_or(next = origin) or max(level) > $1 order by origin limit 100`,
    [maxDepth ?? NO_DEPTH_LIMIT],
  );
  if (rows.length === 0) return undefined;
  const finding = newFinding();
  for (const row of rows) addToFinding(finding, row._id, row.parent);
  const violations = { ...finding, count: requireItem(rows, 0).count };
  const at = { table: resource.name, field };
  const text =
    maxDepth === undefined
      ? toSentence('makesTree', at)
      : toSentence('makesLowTree', { ...at, levels: maxDepth });
  return {
    id: `rule:${resource.name}.${field}.tree`,
    class: 'additive',
    ...text,
    resource: resource.name,
    field,
    unfit: await withTitles(sql, { resource, renames }, violations),
  };
}

/** More levels than any tree has. */
const NO_DEPTH_LIMIT = 2_000_000_000;
