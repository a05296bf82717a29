import { Steps } from '../../contract/steps.ts';
import { parsePattern } from '../../fields/pattern/linear-pattern.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { valueProblems } from '../../fields/value-problems.ts';
import type { Step } from '../../files/steps/step.ts';

/** Parses the steps of an import, a JSON array, with problems such as `steps.2.find`. */
export function parseSteps(text: string | undefined, problems: Problem[]): readonly Step[] {
  if (text === undefined || text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(problem('Q005', 'steps', { reason: (error as SyntaxError).message }));
    return [];
  }
  const parsed = Steps.safeParse(value);
  if (!parsed.success) {
    problems.push(...valueProblems(parsed.error, 'steps'));
    return [];
  }
  problems.push(...parsed.data.flatMap(checkStep));
  return parsed.data;
}

/** What the form of a step alone does not say. */
function checkStep(step: Step, at: number): Problem[] {
  const path = `steps.${at}`;
  if (step.do === 'replace' && step.isPattern) {
    const pattern = parsePattern(step.find);
    return 'refused' in pattern
      ? [problem('I094', `${path}.find`, { reason: pattern.refused })]
      : [];
  }
  if (step.do === 'remove' && !step.prefix && !step.suffix)
    return [problem('V001', `${path}.prefix`)];
  if (step.do === 'take' && !step.after && !step.before) return [problem('V001', `${path}.after`)];
  if (step.do === 'part' && step.number === 0)
    return [problem('I005', `${path}.number`, { expected: '1, 2, -1' })];
  if (step.do === 'split') {
    const twice = step.into.find((name, index) => step.into.indexOf(name) !== index);
    return twice === undefined ? [] : [problem('V015', `${path}.into`, { value: twice })];
  }
  return [];
}
