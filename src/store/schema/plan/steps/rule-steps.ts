import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { PlanStep } from '../../../../contract/meta.ts';
import { checkField, withoutRemovedParts } from '../../../../descriptor/field-check.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { quoteName } from '../../../connection/sql.ts';
import { columnType } from '../../../sql-types.ts';
import type { QueryRunner } from '../../../store.ts';
import { choiceRenaming, toValue } from '../convert-values.ts';
import { conversionOf, fieldBefore, type PlanSite } from './describe-step.ts';
import { addToFinding, newFinding, readInBatches, withTitles } from '../sample-rows.ts';
import { isDerived } from '../../../../fields/type/is-derived.ts';

const BATCH = 5_000;

/**
 * Finds rules that became narrower without changing the column: a length, a range, a pattern, choices. Existing values
 * stay, but a record that does not fit can only be saved with another value.
 */
export async function ruleSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const resource of at.descriptor.resources.values())
    for (const field of resource.fields.values()) {
      const before = fieldBefore(at, resource.name, field.name);
      // A computed value is computed again, whatever it was.
      const isConverted = conversionOf(at, resource.name, field.name) !== undefined;
      if (!before || isConverted || isDerived(field) || isSameRule(before, field)) continue;
      const step = await checkValues(sql, at, resource, field);
      if (step) steps.push(step);
    }
  return steps;
}

/** A changed column is converted instead; the database checks a relation. */
function isSameRule(before: Field, after: Field): boolean {
  const shape = (field: Field): string => JSON.stringify(field.kind.column(field.settings));
  const rule = ({ type, settings }: Field): string => JSON.stringify([type, settings]);
  const isRelation = Boolean(before.kind.relation ?? after.kind.relation);
  const type = ({ kind, settings }: Field): string => columnType(kind.column(settings));
  const isConverted = type(before) !== type(after);
  return (
    isRelation || isConverted || (rule(before) === rule(after) && shape(before) === shape(after))
  );
}

async function checkValues(
  sql: QueryRunner,
  { pending: { renames, existing } }: PlanSite,
  resource: Resource,
  field: Field,
): Promise<PlanStep | undefined> {
  const there = existing.get(resource.name)?.columns.some(({ name }) => name === field.name);
  if (!there) return undefined;
  const target = { ...field, required: false };
  const rename = choiceRenaming(field);
  const unfit = newFinding();
  const column = quoteName(field.name);
  const text = renames.inOldNames(
    `select _id, ${toValue(field, column)} as value from ${quoteName(resource.name)} where ${column} is not null and _id > $1 order by _id limit ${BATCH}`,
    resource.name,
  );
  for await (const rows of readInBatches<{ _id: string; value: unknown }>(sql, text))
    for (const { _id, value } of rows) {
      const whole = rename(value);
      const now = withoutRemovedParts(field, whole, whole);
      if ('problems' in checkField(target, now)) addToFinding(unfit, _id, value);
    }
  if (unfit.count === 0) return undefined;
  return {
    id: `rule:${resource.name}.${field.name}`,
    class: 'additive',
    ...toSentence('restrictsValues', { path: `${resource.name}.${field.name}` }),
    resource: resource.name,
    field: field.name,
    unfit: await withTitles(sql, { resource, renames }, unfit),
  };
}
