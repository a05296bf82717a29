import { sayProblem, type SaidProblem } from '../../fields/say-problem.ts';
import { catalog } from './catalog.ts';
import type { Messages } from './en/app.ts';
import { language } from './language.ts';

/** A problem in the user's language; its English message where this page has no text for it. */
export function problemText(
  problem: SaidProblem,
  { problems, expected }: Pick<Messages, 'problems' | 'expected'> = catalog(),
): string {
  return sayProblem(problem, { language: language(), problems, expected });
}
