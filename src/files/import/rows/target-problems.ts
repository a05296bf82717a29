import type { Resource } from '../../../descriptor/descriptor.ts';
import { toSeenProblems } from '../../../descriptor/permissions/seen-problems.ts';
import type { Field } from '../../../fields/type/field.ts';
import { problem, type Problem, type ProblemParams } from '../../../fields/problems/problem.ts';
import { problemWords } from '../../../fields/problems/problem-words.ts';
import { toProblemText, type ProblemWords } from '../../../fields/problems/problem-text.ts';
import type { ImportParts } from '../import-parts.ts';

/** The problem that a referenced record cannot be created, because nothing provides these fields. */
export function targetLacksFields(
  to: Resource,
  value: string | number,
  missing: readonly string[],
) {
  const fields = Object.values(problemWords).map((words) => {
    const labels = missing.map((name) => labelOf(to.fields.get(name), words, name));
    return [`fields_${words.language}`, labels.join(', ')] as const;
  });
  const params = { value, resource: to.name, ...labelsOf(to), fields: missing.join(', ') };
  return problem('I032', '', { ...params, ...Object.fromEntries(fields) });
}

/** The problem that a referenced record cannot be created, with the reasons in each language that `reader` may see. */
export function refusedTarget(
  reader: Pick<ImportParts, 'descriptor' | 'role'>,
  to: Resource,
  allProblems: readonly Problem[],
): Problem {
  const problems = toSeenProblems(reader, to, allProblems);
  const reason = problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  const reasons = Object.values(problemWords).map((words) => {
    const texts = problems.map((one) =>
      `${labelOf(to.fields.get(one.path), words, one.path)} ${toProblemText(one, words)}`.trim(),
    );
    return [`reason_${words.language}`, texts.join('; ')] as const;
  });
  const params = { resource: to.name, ...labelsOf(to), reason, ...Object.fromEntries(reasons) };
  return problem('I033', '', params);
}

/** The problem that nothing says which record is meant. `ways` are the fields that would, those behind a reference as pairs. */
export function namelessTarget(
  to: Resource,
  path: string,
  ways: readonly (readonly Field[])[],
): Problem {
  const fields = Object.values(problemWords).map((words) => {
    const labels = ways.map((way) => way.map((one) => labelOf(one, words, one.name)).join(' · '));
    return [`fields_${words.language}`, labels.join(', ')] as const;
  });
  const names = ways.map((way) => way.map(({ name }) => name).join('.')).join(', ');
  const params = { resource: to.name, ...labelsOf(to), fields: names };
  return problem('I079', path, { ...params, ...Object.fromEntries(fields) });
}

/** The labels of a resource on the screens. Programs use its name instead. */
function labelsOf(to: Resource): ProblemParams {
  const labels = Object.values(problemWords).map((words) => [
    `resource_${words.language}`,
    labelOf(to, words, to.name),
  ]);
  return Object.fromEntries(labels) as ProblemParams;
}

function labelOf(
  one: { label: Readonly<Record<string, string>> } | undefined,
  { language }: ProblemWords,
  otherwise: string,
): string {
  return one?.label[language] ?? one?.label['en'] ?? otherwise;
}
