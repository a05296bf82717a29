import { type Sentence, toSentence } from '../../../../fields/problems/plan-text.ts';
import type { PlanStep } from '../../../../contract/meta.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { formatFilter, pathsOf } from '../../../../descriptor/filter/declared-filter.ts';
import { isBefore } from '../../../../descriptor/expression/before.ts';
import { asksUser } from '../../../../descriptor/filter/tokens.ts';
import { storedRulesOf, type StoredRule } from '../../../../descriptor/rules/stored-rules.ts';
import type { QueryRunner } from '../../../store.ts';
import { quoteName } from '../../../connection/sql.ts';
import { dependenciesOf } from '../../expression/dependencies.ts';
import { OWN } from '../../place.ts';
import { brokenSql } from '../../../records/rules/broken-sql.ts';
import { readingOf } from '../../tables/reading-of.ts';
import type { PlanSite } from './describe-step.ts';
import { sampleRows } from '../sample-rows.ts';

/**
 * Counts the records that break new rules which a record alone does not decide. They stay. Nothing is counted for a
 * rule that reads what the plan only adds, or that depends on the change or on who makes it.
 */
export async function storedCheckSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const { descriptor, before, pending } = at;
  const { tables, columns: renamed } = pending.renames;
  const isRenamed = tables.size > 0 || [...renamed.values()].some(({ size }) => size > 0);
  const steps: PlanStep[] = [];
  for (const resource of isRenamed ? [] : descriptor.resources.values()) {
    const former = before?.resources.get(resource.name);
    const was = new Set(former && storedRulesOf(former).map(toText));
    for (const rule of storedRulesOf(resource)) {
      const { sentence } = rule;
      if (!sentence || was.has(toText(rule)) || isAboutChange(rule) || !isThere(at, resource, rule))
        continue;
      const step = await countStep(sql, at, resource, { ...rule, sentence });
      if (step) steps.push(step);
    }
  }
  return steps;
}

async function countStep(
  sql: QueryRunner,
  { descriptor, pending: { renames } }: PlanSite,
  resource: Resource,
  rule: StoredRule & { sentence: Sentence },
): Promise<PlanStep | undefined> {
  const { name } = resource;
  const condition = brokenSql(descriptor, resource, rule, `${OWN}.`);
  const broken = `_id in (select ${OWN}._id from ${quoteName(name)} ${OWN} where ${condition})`;
  const count = await sql.value<number>(`select count(*) from ${quoteName(name)} where ${broken}`);
  if (count === 0) return undefined;
  const [kind, field] = rule.name.split('.');
  return {
    id: `rule:${name}.${rule.name.replace(/^fields\./, '')}`,
    class: 'additive',
    ...toSentence('staysUntilSaved', { rule: rule.sentence.text }),
    resource: name,
    ...(kind === 'fields' && field !== undefined && { field }),
    unfit: { count, sample: await sampleRows(sql, { resource, renames }, broken) },
  };
}

/** Whether the tables have all that a rule reads. */
function isThere({ descriptor, pending }: PlanSite, resource: Resource, { holds }: StoredRule) {
  const { own, others } = dependenciesOf(descriptor, resource, readingOf(holds));
  return [{ table: resource.name, columns: own }, ...others].every(({ table, columns }) => {
    const there = pending.existing.get(table)?.columns.map((column) => column.name) ?? [];
    return there.length > 0 && [...columns].every((column) => there.includes(column));
  });
}

/** The same for rules that mean the same. */
function toText({ holds, on }: StoredRule): string {
  return JSON.stringify([formatFilter(holds), on]);
}

function isAboutChange({ holds }: StoredRule): boolean {
  return pathsOf(holds).some(isBefore) || asksUser(holds);
}
