import { expectations } from './expectations.ts';
import { expected, problems, together } from './german-problems.ts';
import { problemTexts } from './problem-codes.ts';
import type { Language } from './languages.ts';
import type { ProblemWords } from './problem-text.ts';
import { fillTemplate } from './fill-template.ts';
import { DUPLICATE, problem, type Problem } from './problem.ts';

/** `together`: names the other fields, where only all of them together must be unique. */
type ServerWords = ProblemWords & { together: string };

/** The words for problems in every language. Only the server uses them; a page loads only those of its language. */
export const problemWords: Readonly<Record<Language, ServerWords>> = {
  en: {
    language: 'en',
    problems: problemTexts,
    expected: expectations,
    together: ' together with {others}',
  },
  de: { language: 'de', problems, expected, together },
};

/** The problems when another record has the same values in all of these fields: one at each field, naming the others. */
export function duplicatesOf(names: readonly string[]): Problem[] {
  return names.map((name) => {
    const others = names.filter((each) => each !== name).join(', ');
    if (others === '') return problem(DUPLICATE, name);
    const together = Object.values(problemWords).map((words) => [
      words.language === 'en' ? 'together' : `together_${words.language}`,
      fillTemplate(words.together, { others }),
    ]);
    return problem(DUPLICATE, name, Object.fromEntries(together));
  });
}
