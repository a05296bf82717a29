import { toSentence } from '../../../../fields/problems/plan-text.ts';
import { requireEntry, requireItem } from '../../../../fields/require-entry.ts';
import type { PlanStep } from '../../../../contract/meta.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { asksUser, momentWithoutUser } from '../../../../descriptor/filter/tokens.ts';
import { fieldsBehindOwner, fieldsRead } from '../../../../descriptor/rules/target-filters.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { mismatchSql, targetRules, type TargetRule } from '../../../records/write/target-rules.ts';
import { createParams } from '../../../connection/sql.ts';
import type { QueryRunner } from '../../../store.ts';
import { joinTable } from '../../place.ts';
import { fieldBefore, type PlanSite } from './describe-step.ts';
import { addToFinding, newFinding, withTitles } from '../sample-rows.ts';

/**
 * Counts the records whose references do not match a filter that is new or changed. Such a step is never refused: the
 * records stay. Nothing is counted while a plan still renames or adds what the filter reads, nor for filters that
 * depend on who writes.
 */
export async function targetFilterSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const resource of at.descriptor.resources.values())
    for (const rule of targetRules(resource, [...resource.targetFilters.keys()])) {
      const step = isCountable(at, resource, rule) && (await countStep(sql, at, resource, rule));
      if (step) steps.push(step);
    }
  return steps;
}

function isCountable(at: PlanSite, resource: Resource, rule: TargetRule): boolean {
  const field = requireEntry(resource.fields, rule.field.name);
  const before = fieldBefore(at, resource.name, field.name);
  if (!before || isSameJson(filterOf(before) ?? {}, filterOf(field))) return false;
  const read = [
    ...[field.name, ...rule.looksAt].map((name) => ({ resource: resource.name, field: name })),
    ...fieldsRead(at.descriptor.resources, rule.to, rule.filter.unresolved),
    ...fieldsBehindOwner(at.descriptor.resources, resource, rule.filter.unresolved),
  ];
  return (
    !asksUser(rule.filter.unresolved) &&
    read.every((each) => isThere(at, each.resource, each.field))
  );
}

function filterOf({ kind, settings }: Field): unknown {
  return kind.relation?.(settings).filter;
}

function isThere(
  { descriptor, pending: { currentTables } }: PlanSite,
  resource: string,
  field: string,
): boolean {
  // What is computed on reading has no column; what it reads is asked for too.
  const { computed, stored } = descriptor.resources.get(resource)?.fields.get(field) ?? {};
  if (computed !== undefined && !stored) return true;
  const isColumn = currentTables.get(resource)?.columns.some(({ name }) => name === field) === true;
  return isColumn || currentTables.has(joinTable(resource, field));
}

async function countStep(
  sql: QueryRunner,
  { descriptor, pending: { renames } }: PlanSite,
  resource: Resource,
  rule: TargetRule,
): Promise<PlanStep | undefined> {
  const params = createParams();
  const options = { params, moment: momentWithoutUser(resource) };
  const wrong = `(${mismatchSql(descriptor, resource, rule, options)}) as w(_id, field, target, n)`;
  const rows = await sql.rows<{ _id: string; target: string; count: number }>(
    `select _id, min(target) as target, (count(*) over ())::int as count from ${wrong} ` +
      `group by _id order by _id limit 100`,
    params.values,
  );
  if (rows.length === 0) return undefined;
  const finding = newFinding();
  for (const { _id, target } of rows) addToFinding(finding, _id, target);
  const { name } = rule.field;
  return {
    id: `rule:${resource.name}.${name}.filter`,
    class: 'additive',
    ...toSentence('restrictsTargets', { path: `${resource.name}.${name}` }),
    resource: resource.name,
    field: name,
    unfit: await withTitles(
      sql,
      { resource, renames },
      { ...finding, count: requireItem(rows, 0).count },
    ),
  };
}
