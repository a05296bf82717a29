import { expectations } from './expectations.ts';
import {
  byKeyText,
  byRoleText,
  expected,
  outsideRoleText,
  togetherText,
} from './german-expected.ts';
import { descriptorProblems } from './german-descriptor-problems.ts';
import { problems } from './german-problems.ts';
import { allProblemTexts } from './all-problem-codes.ts';
import type { Language } from './languages.ts';
import type { ProblemWords } from './problem-text.ts';
import { fillTemplate } from './fill-template.ts';
import { DUPLICATE, problem, type Problem, type ProblemParams } from './problem.ts';

/**
 * `together`: names the other fields, where only all of them together must be unique.
 * `outside`: says that the role may change the record, but not to these values.
 * `byRole`, `byKey`: name the caller who may not do it.
 */
type ServerWords = ProblemWords & Record<Phrase, string>;

type Phrase = 'together' | 'outside' | 'byRole' | 'byKey';

/** The words for problems in every language. Only the server uses them; a page loads only those of its language. */
export const problemWords: Readonly<Record<Language, ServerWords>> = {
  en: {
    language: 'en',
    problems: allProblemTexts,
    expected: expectations,
    together: ' together with {others}',
    outside: ': with these values, the record would be outside what this role may see or change',
    byRole: 'the role {role}',
    byKey: 'the API key “{key}”',
  },
  de: {
    language: 'de',
    problems: { ...problems, ...descriptorProblems },
    expected,
    together: togetherText,
    outside: outsideRoleText,
    byRole: byRoleText,
    byKey: byKeyText,
  },
};

/** The problems when another record has the same values in all of these fields: one at each field, naming the others. */
export function duplicatesOf(names: readonly string[]): Problem[] {
  return names.map((name) => {
    const others = names.filter((each) => each !== name).join(', ');
    if (others === '') return problem(DUPLICATE, name);
    return problem(DUPLICATE, name, inAllLanguages('together', { others }));
  });
}

/** The role may change the record as it was, but not to what it would become. */
export function outsideRoleProblem(role: string): Problem {
  return problem('A012', '', { role, ...inAllLanguages('outside') });
}

/** The role may not do this or, with `key`, only the API key of this name. */
export function notAllowedProblem(path: string, by: { role: string; key?: string }): Problem {
  const caller = inAllLanguages(by.key === undefined ? 'byRole' : 'byKey', by, 'caller');
  return problem('A006', path, { ...by, ...caller });
}

/** The phrase in all languages, as the param `to`. */
function inAllLanguages(
  name: Phrase,
  params: ProblemParams = {},
  to: string = name,
): ProblemParams {
  const texts = Object.values(problemWords).map((words) => [
    words.language === 'en' ? to : `${to}_${words.language}`,
    fillTemplate(words[name], params),
  ]);
  return Object.fromEntries(texts) as ProblemParams;
}
