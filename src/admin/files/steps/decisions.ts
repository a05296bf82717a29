import { columnsOfStep, MOST_VALUES, type Step } from '../../../files/steps/step.ts';
import { replaceStep, type StepOf } from './step-drafts.ts';

/** What a value becomes; the same text: it stays as it is. */
export type Decision = readonly [from: string, to: string];

/** The table with the decisions about the values of a column: its last step, if that keeps all other values. */
export function findDecisions(
  steps: readonly Step[],
  column: string,
  separator: string | undefined,
): StepOf<'map'> | undefined {
  const last = steps.findLast((step) => columnsOfStep(step).to.includes(column));
  const keepsOthers = last?.do === 'map' && (last.others ?? 'keep') === 'keep';
  return keepsOthers && last.separator === separator ? last : undefined;
}

/** The steps that make the values that decisions are about. */
export function stepsBefore(steps: readonly Step[], step: Step | undefined): readonly Step[] {
  return step === undefined ? steps : steps.slice(0, steps.indexOf(step));
}

/** The steps with more decisions; a later one about the same value takes the place of the earlier. */
export function decide(
  steps: readonly Step[],
  { column, separator }: { column: string; separator: string | undefined },
  decisions: readonly Decision[],
): readonly Step[] {
  const table = findDecisions(steps, column, separator);
  const values = [...new Map([...(table?.values ?? []), ...decisions])].slice(0, MOST_VALUES);
  if (table) return replaceStep(steps, table, { ...table, values });
  return [...steps, { do: 'map', column, values, ...(separator !== undefined && { separator }) }];
}

/** The steps without the decisions about some values; a table without any is removed. */
export function undecide(
  steps: readonly Step[],
  table: StepOf<'map'>,
  gone: readonly string[],
): readonly Step[] {
  const values = table.values.filter(([from]) => !gone.includes(from));
  return values.length === 0
    ? steps.filter((step) => step !== table)
    : replaceStep(steps, table, { ...table, values });
}
