import { emptyOf } from '../../descriptor/field-check.ts';
import { checkRules } from '../../descriptor/rules/check-rules.ts';
import type { ImportRun } from './import-run.ts';
import type { RowPlan } from './row-plan.ts';
import type { LateField } from './row-references.ts';

/**
 * Whether the values of a row go together, once it is known what the record has already. What hangs
 * on a reference that is set later is not asked, as nobody knows it yet.
 */
export function holdToRules(run: ImportRun, plan: RowPlan, late: readonly LateField[]): void {
  const { resource, options, moment, writable, blank } = run;
  const { read, current, values, problems } = plan;
  if (resource.conditions.size === 0 && resource.checks.length === 0) return;
  // It is refused already, and of the record that is there only the key was read.
  if (current && options.mode === 'create') return;
  const isGiven = (name: string) =>
    name in read.values || [...read.references.keys()].some((field) => field.name === name);
  const { problems: found, cleared } = checkRules({
    resource,
    record: { ...current, ...values },
    before: current ?? blank,
    moment,
    ...(current ? { changed: new Set(Object.keys(values)) } : {}),
    broken: new Set([
      ...problems.map(({ path }) => path.split('.', 1)[0]!),
      ...late.map(({ field }) => field.name),
    ]),
    isOurs: (name) => (!current && !isGiven(name)) || !writable.has(name),
  });
  problems.push(...found);
  for (const name of cleared) values[name] = emptyOf(resource.fields.get(name)!);
}
