import { toProblemText, type ReceivedProblem } from '../../fields/problems/problem-text.ts';
import { language } from './language.ts';
import { textsOf } from './texts.ts';

/** The message of a problem in the user's language, or in English if this page has no text for it (yet). */
export function problemText(problem: ReceivedProblem): string {
  const { problems, expected } = textsOf('app');
  const more = textsOf('descriptor-problems');
  return toProblemText(problem, {
    language: language(),
    problems: { ...problems, ...more },
    expected,
  });
}
