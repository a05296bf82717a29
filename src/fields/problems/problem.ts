import type { AnyProblemCode } from './all-problem-codes.ts';
import { expectations } from './expectations.ts';
import { fillTemplate, withPhrases, type TemplateParams } from './fill-template.ts';
import { problemTexts, type ProblemCode } from './problem-codes.ts';

/** The values for the placeholders of a problem's text. */
export type ProblemParams = TemplateParams;

/**
 * Expected trouble, as a value. It is collected, never thrown, and reaches the client in the one shape of RFC 9457.
 * The browser writes it in the user's language from `code` and `params`; `message` is the English text.
 */
export type Problem = {
  code: AnyProblemCode;
  /** The place: a field path (`tagtog.id`, `synonyms.2`), a query parameter, or '' for the whole. */
  path: string;
  message: string;
  /** What would be right, if we can tell: a suggestion, a limit, a way out. */
  hint?: string;
  params?: ProblemParams;
};

/** The number of every duplicate; the first clients test for it. */
export const DUPLICATE = 11000;

export function problem(
  code: ProblemCode,
  path: string,
  params?: ProblemParams,
  hint?: string,
): Problem {
  return toProblem(code, problemTexts[code], path, { params, hint });
}

/** A problem with this English text. */
export function toProblem(
  code: AnyProblemCode,
  text: string,
  path: string,
  { params = {}, hint }: { params?: ProblemParams | undefined; hint?: string | undefined },
): Problem {
  const message = fillTemplate(text, withPhrases(params, expectations));
  return {
    code,
    path,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(Object.keys(params).length === 0 ? {} : { params }),
  };
}
