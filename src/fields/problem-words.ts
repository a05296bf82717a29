import { expectations } from './expectations.ts';
import * as german from './german-problems.ts';
import { problemTexts } from './problem-codes.ts';
import type { ProblemWords } from './say-problem.ts';

/** The words for problems in every language; of the server, as a page loads those of its own alone. */
export const problemWords: Readonly<Record<'en' | 'de', ProblemWords>> = {
  en: { language: 'en', problems: problemTexts, expected: expectations },
  de: { language: 'de', ...german },
};
