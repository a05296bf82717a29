import { toSentence } from '../../../../fields/problems/plan-text.ts';
import { requireEntry } from '../../../../fields/require-entry.ts';
import type { PlanStep } from '../../../../contract/meta.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { quoteName, quoteText } from '../../../connection/sql.ts';
import type { QueryRunner } from '../../../store.ts';
import { fieldBefore, type PlanSite } from './describe-step.ts';

/** Names the values that are retired from now on, and counts the records that keep them. Nothing has to be done. */
export async function retiredSteps(sql: QueryRunner, at: PlanSite): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const resource of at.descriptor.resources.values())
    for (const name of resource.retiring) {
      const field = requireEntry(resource.fields, name);
      const before = fieldBefore(at, resource.name, name);
      const newly = before && newlyRetiredIn(field, before);
      if (!newly?.length) continue;
      const conditions = newly.map(({ part, values }) => conditionOf(field, part, values));
      const count = at.pending.renames.inOldNames(
        `select count(*) from ${quoteName(resource.name)} where ${conditions.join(' or ')}`,
        resource.name,
      );
      const choices = newly.flatMap(({ values }) => values).join(', ');
      steps.push({
        id: `retire:${resource.name}.${name}`,
        class: 'additive',
        ...toSentence('retires', { choices, path: `${resource.name}.${name}` }),
        resource: resource.name,
        field: name,
        rows: Number(await sql.value(count)),
      });
    }
  return steps;
}

type Newly = { part?: string; values: readonly (string | number)[] };

function newlyRetiredIn(field: Field, before: Field): Newly[] {
  const parts = field.kind.parts?.(field.settings);
  if (parts) {
    const were = before.kind.parts?.(before.settings);
    return [...parts.values()].flatMap((part) => {
      const was = were?.get(part.name);
      return was ? newlyRetiredIn(part, was).map((each) => ({ ...each, part: part.name })) : [];
    });
  }
  const { retired = [] } = field.kind.offers?.(field.settings) ?? {};
  const were = before.kind.offers?.(before.settings).retired ?? [];
  const values = retired.filter((value) => !were.includes(value));
  return values.length === 0 ? [] : [{ values }];
}

/** Also under the name that a value has until the plan is applied. */
function conditionOf(
  { name, kind, settings }: Field,
  part: string | undefined,
  values: Newly['values'],
) {
  const listOf = (all: readonly (string | number)[]): string =>
    all.map((value) => quoteText(String(value))).join(', ');
  const column = quoteName(name);
  const renamed = (kind.renamed?.(settings) ?? []).filter((one) => one.part === part);
  const former = renamed.filter(({ to }) => values.includes(to)).map(({ from }) => from);
  const list = listOf([...values, ...former]);
  if (part !== undefined) return `${column} ->> ${quoteText(part)} in (${list})`;
  return kind.column(settings).many
    ? `${column}::text[] && array[${list}]`
    : `${column}::text in (${list})`;
}
