import { fillTemplate } from '../../fields/fill-template.ts';
import type { Problem, ProblemParams } from '../../fields/problem.ts';
import { catalog } from './catalog.ts';
import type { Messages } from './en.ts';
import { language } from './language.ts';

/** A problem of a server that may be newer than this page: its code may be unknown here. */
type SaidProblem = Pick<Problem, 'message' | 'params'> & { code: string | number };

/** A problem in the user's language; its English message where this page has no text for it. */
export function problemText(
  { code, message, params = {} }: SaidProblem,
  { problems, expected }: Pick<Messages, 'problems' | 'expected'> = catalog(),
): string {
  const text = (problems as Record<string | number, string>)[code];
  return text === undefined ? message : fillTemplate(text, inWords(params, expected));
}

/**
 * `expected` is the key of a phrase of ours; `text` is one of the descriptor, which
 * comes in its languages, as `text_de`; the other params are values and limits.
 */
function inWords(params: ProblemParams, phrases: Record<string, string>): ProblemParams {
  const expected = phrases[params['expected'] ?? ''];
  const text = params[`text_${language()}`];
  return {
    ...params,
    ...(expected === undefined ? {} : { expected }),
    ...(text === undefined ? {} : { text }),
  };
}
