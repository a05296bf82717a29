import { toProblemText, type ReceivedProblem } from '../../fields/problem-text.ts';
import { language } from './language.ts';
import { textsOf } from './texts.ts';

/** The message of a problem in the user's language, or in English if this page has no text for it. */
export function problemText(problem: ReceivedProblem): string {
  const { problems, expected } = textsOf('app');
  return toProblemText(problem, { language: language(), problems, expected });
}
