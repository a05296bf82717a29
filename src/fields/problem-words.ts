import { expectations } from './expectations.ts';
import { expected, problems, together } from './german-problems.ts';
import { problemTexts } from './problem-codes.ts';
import type { Language } from './languages.ts';
import type { ProblemWords } from './problem-text.ts';
import { fillTemplate } from './fill-template.ts';
import { DUPLICATE, problem, type Problem } from './problem.ts';

/** `together`: which other fields have to differ as well, where they do so only together. */
type ServerWords = ProblemWords & { together: string };

/** The words for problems in every language; of the server, as a page loads those of its own alone. */
export const problemWords: Readonly<Record<Language, ServerWords>> = {
  en: {
    language: 'en',
    problems: problemTexts,
    expected: expectations,
    together: ' together with {others}',
  },
  de: { language: 'de', problems, expected, together },
};

/** Another record has the same values in all of these fields: said at each of them, with the others. */
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
