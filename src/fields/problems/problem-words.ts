import * as english from './expectations.ts';
import * as german from './german-expected.ts';
import { descriptorProblems } from './german-descriptor-problems.ts';
import { problems } from './german-problems.ts';
import { allProblemTexts } from './all-problem-codes.ts';
import type { Language } from './languages.ts';
import type { ProblemWords } from './problem-text.ts';
import { fillTemplate } from './fill-template.ts';
import { DUPLICATE, problem, type Problem, type ProblemParams } from './problem.ts';

type ServerWords = ProblemWords & Record<Phrase, string>;

type Phrase = 'together' | 'outside' | 'withKey';

/** The words for problems in every language. Only the server uses them; a page loads only those of its language. */
export const problemWords: Readonly<Record<Language, ServerWords>> = {
  en: {
    language: 'en',
    problems: allProblemTexts,
    expected: english.expectations,
    together: english.togetherText,
    outside: english.outsideRoleText,
    withKey: english.withKeyText,
  },
  de: {
    language: 'de',
    problems: { ...problems, ...descriptorProblems },
    expected: german.expected,
    together: german.togetherText,
    outside: german.outsideRoleText,
    withKey: german.withKeyText,
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

/** The caller may change the record as it was, but not to what it would become. */
export function outsideRoleProblem(caller: ProblemParams): Problem {
  return problem('A012', '', { ...caller, ...inAllLanguages('outside') });
}

/** The params that name an API key, for problems that a narrowed role causes. */
export function keyParams(key: string): ProblemParams {
  return { key, ...inAllLanguages('withKey', { key }) };
}

/** The phrase in all languages, as the param `to`. */
function inAllLanguages(name: Phrase, params: ProblemParams = {}): ProblemParams {
  const texts = Object.values(problemWords).map((words) => [
    words.language === 'en' ? name : `${name}_${words.language}`,
    fillTemplate(words[name], params, words.language),
  ]);
  return Object.fromEntries(texts) as ProblemParams;
}
