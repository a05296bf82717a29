import type { PlanStep } from '../../../../contract/meta.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { pathsOf } from '../../../../descriptor/filter/declared-filter.ts';
import { isBefore } from '../../../../descriptor/expression/before.ts';
import { asksUser } from '../../../../descriptor/filter/tokens.ts';
import type { Check } from '../../../../descriptor/rules/rules.ts';
import type { QueryRunner } from '../../../store.ts';
import { quoteName } from '../../../connection/sql.ts';
import { dependenciesOf } from '../../expression/dependencies.ts';
import { OWN } from '../../place.ts';
import { brokenSql } from '../../../records/rules/broken-sql.ts';
import { readingOf } from '../../tables/reading-of.ts';
import type { PlanSite } from './describe-step.ts';
import { sampleRows } from '../sample-rows.ts';

/**
 * Counts the records that break new checks which a record alone does not decide. They stay. Nothing is counted for a
 * check that reads what the plan only adds, or that depends on the change or on who makes it.
 */
export async function storedCheckSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const { descriptor, before, pending } = at;
  const steps: PlanStep[] = [];
  const { tables, columns: renamed } = pending.renames;
  const isRenamed = tables.size > 0 || [...renamed.values()].some(({ size }) => size > 0);
  for (const resource of descriptor.resources.values())
    for (const check of isRenamed ? [] : resource.storedChecks) {
      const { name } = resource;
      const was = before?.resources.get(name)?.storedChecks ?? [];
      const { own, others } = dependenciesOf(
        descriptor,
        resource,
        readingOf(check.check.unresolved),
      );
      const read = [{ table: name, columns: own }, ...others];
      const isThere = read.every(({ table, columns }) => {
        const there = pending.existing.get(table)?.columns.map((column) => column.name) ?? [];
        return there.length > 0 && [...columns].every((column) => there.includes(column));
      });
      if (!isThere || was.some((one) => isSame(one, check)) || isAboutChange(check)) continue;
      const condition = brokenSql(
        descriptor,
        resource,
        { holds: check.check.unresolved },
        `${OWN}.`,
      );
      const broken = `_id in (select ${OWN}._id from ${quoteName(name)} ${OWN} where ${condition})`;
      const count = await sql.value<number>(
        `select count(*) from ${quoteName(name)} where ${broken}`,
      );
      if (count === 0) continue;
      const { renames } = pending;
      steps.push({
        id: `rule:${name}.checks.${check.index}`,
        class: 'additive',
        sentence: `checks that records of ${name} match ${textOf(check)}; existing records stay, but must match before they can be saved again`,
        resource: name,
        unfit: { count, sample: await sampleRows(sql, { resource, renames }, broken) },
      });
    }
  return steps;
}

function isSame(one: Check, other: Check): boolean {
  return isSameJson(one.declared, other.declared) && isSameJson(one.on ?? null, other.on ?? null);
}

function isAboutChange({ check: { unresolved } }: Check): boolean {
  return pathsOf(unresolved).some(isBefore) || asksUser(unresolved);
}

function textOf({ declared }: Check): string {
  return typeof declared === 'string' ? declared : JSON.stringify(declared);
}
