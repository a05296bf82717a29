import type { PlanStep } from '../../../../contract/meta.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import type { ExpressionCheck } from '../../../../descriptor/rules/rules.ts';
import type { QueryRunner } from '../../../store.ts';
import { quoteName } from '../../../connection/sql.ts';
import { dependenciesOf } from '../../expression/dependencies.ts';
import { OWN } from '../../place.ts';
import { brokenSql } from '../../tables/checking-triggers.ts';
import type { PlanSite } from './describe-step.ts';
import { sampleRows } from '../sample-rows.ts';

/**
 * Counts the records that break new checks which are expressions. They stay. Where an expression reads what the plan
 * only adds, nothing can be counted yet.
 */
export async function expressionRuleSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const { descriptor, before, pending } = at;
  const steps: PlanStep[] = [];
  const { tables, columns: renamed } = pending.renames;
  const isRenamed = tables.size > 0 || [...renamed.values()].some(({ size }) => size > 0);
  for (const resource of descriptor.resources.values())
    for (const { expression, index, on } of isRenamed ? [] : resource.expressionChecks) {
      const { name } = resource;
      const was = before?.resources.get(name)?.expressionChecks ?? [];
      const { own, others } = dependenciesOf(descriptor, resource, expression);
      const read = [{ table: name, columns: own }, ...others];
      const isThere = read.every(({ table, columns }) => {
        const there = pending.existing.get(table)?.columns.map((column) => column.name) ?? [];
        return there.length > 0 && [...columns].every((column) => there.includes(column));
      });
      const isSame = (one: ExpressionCheck) =>
        one.expression === expression && isSameJson(one.on ?? null, on ?? null);
      if (!isThere || was.some(isSame)) continue;
      const broken = `_id in (select ${OWN}._id from ${quoteName(name)} ${OWN} where ${brokenSql(descriptor, resource, expression)})`;
      const count = await sql.value<number>(
        `select count(*) from ${quoteName(name)} where ${broken}`,
      );
      if (count === 0) continue;
      const { renames } = pending;
      steps.push({
        id: `rule:${name}.checks.${index}`,
        class: 'additive',
        sentence: `checks that records of ${name} match ${expression}; existing records stay, but must match before they can be saved again`,
        resource: name,
        unfit: { count, sample: await sampleRows(sql, { resource, renames }, broken) },
      });
    }
  return steps;
}
