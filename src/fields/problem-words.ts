import { expectations } from './expectations.ts';
import { expected, problems, together } from './german-problems.ts';
import { problemTexts } from './problem-codes.ts';
import type { Language } from './languages.ts';
import type { ProblemWords } from './say-problem.ts';

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
