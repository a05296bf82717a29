import type { Problem } from '../../../fields/problems/problem.ts';
import { columnsOfStep, type Step } from '../../../files/steps/step.ts';

/** A step while somebody edits it: texts may still be empty that an import needs. */
export type StepOf<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

const ids = new WeakMap<Step, string>();

/** A name of a step that stays the same while it is edited and moved, so that its inputs keep the focus. */
export function idOfStep(step: Step): string {
  const id = ids.get(step) ?? crypto.randomUUID();
  ids.set(step, id);
  return id;
}

/** The steps with one of them changed. */
export function replaceStep(steps: readonly Step[], before: Step, after: Step): readonly Step[] {
  ids.set(after, idOfStep(before));
  return steps.map((step) => (step === before ? after : step));
}

/** The steps that read or write a column, in their order. */
export function stepsOfColumn(steps: readonly Step[], column: string): readonly Step[] {
  return steps.filter((step) => {
    const { from, to } = columnsOfStep(step);
    return from.includes(column) || to.includes(column);
  });
}

/** Moves a step before the last one above it that `shown` has, or behind the next one below it. */
export function moveStep(
  steps: readonly Step[],
  step: Step,
  { by, shown }: { by: -1 | 1; shown: readonly Step[] },
): readonly Step[] {
  const other = shown[shown.indexOf(step) + by];
  if (other === undefined) return steps;
  const rest = steps.filter((one) => one !== step);
  return rest.toSpliced(rest.indexOf(other) + (by === 1 ? 1 : 0), 0, step);
}

/** What the server gets of a step: no parts that were left empty. Undefined while it lacks a part. */
export function toSentStep(step: Step): Step | undefined {
  return (sentSteps[step.do] as (step: Step) => Step | undefined)(step);
}

const asItIs = <Kind extends Step>(step: Kind): Kind => step;

const sentSteps: { [Kind in Step['do']]: (step: StepOf<Kind>) => Step | undefined } = {
  trim: asItIs,
  fill: asItIs,
  case: asItIs,
  date: asItIs,
  replace: (step) => (step.find === '' ? undefined : step),
  remove: (step) => (step.prefix || step.suffix ? step : undefined),
  take: (step) => (step.after || step.before ? step : undefined),
  part: (step) =>
    step.separator !== '' && Number.isInteger(step.number) && step.number !== 0 ? step : undefined,
  split: (step) =>
    step.separator === '' || step.into.length === 0 || hasFaultyNames(step.into) ? undefined : step,
  join: (step) => (step.into === '' || step.columns.length === 0 ? undefined : step),
  number: ({ units = [], qualifier, range, ...rest }) => ({
    ...rest,
    ...(units.length > 0 && { units }),
    ...(qualifier && { qualifier }),
    ...(range && { range }),
  }),
  map: (step) => ({ ...step, values: step.values.filter(([from]) => from !== '') }),
};

function hasFaultyNames(names: readonly string[]): boolean {
  return names.includes('') || new Set(names).size < names.length;
}

/** The steps that the server can run, each with what it gets. */
export function toSentSteps(steps: readonly Step[]): readonly { step: Step; sent: Step }[] {
  return steps.flatMap((step) => {
    const sent = toSentStep(step);
    return sent ? [{ step, sent }] : [];
  });
}

/** The problems that an answer names as `steps.2.find`: by the step, with the name of its part as path. */
export function problemsOfSteps(
  problems: readonly Problem[],
  steps: readonly Step[],
): ReadonlyMap<string, readonly Problem[]> {
  const problemsById = new Map<string, Problem[]>();
  for (const one of problems) {
    const [, at, part = ''] = /^steps\.(\d+)(?:\.(\w+))?/.exec(one.path) ?? [];
    const step = steps[Number(at)];
    if (step === undefined) continue;
    const id = idOfStep(step);
    problemsById.set(id, [...(problemsById.get(id) ?? []), { ...one, path: part }]);
  }
  return problemsById;
}
