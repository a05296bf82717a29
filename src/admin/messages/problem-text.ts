import { toProblemText, type ReceivedProblem } from '../../fields/problem-text.ts';
import { language } from './language.ts';
import { textsOf } from './texts.ts';

/** A problem in the user's language; its English message where this page has no text for it. */
export function problemText(problem: ReceivedProblem): string {
  const { problems, expected } = textsOf('app');
  return toProblemText(problem, { language: language(), problems, expected });
}
