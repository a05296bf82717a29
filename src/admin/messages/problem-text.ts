import { sayProblem, type SaidProblem } from '../../fields/say-problem.ts';
import { language } from './language.ts';
import { textsOf } from './texts.ts';

/** A problem in the user's language; its English message where this page has no text for it. */
export function problemText(problem: SaidProblem): string {
  const { problems, expected } = textsOf('app');
  return sayProblem(problem, { language: language(), problems, expected });
}
