import { fillTemplate, withPhrases } from './fill-template.ts';
import type { Problem, ProblemParams } from './problem.ts';

/** A problem from a server that may be newer than this page, so the code may be unknown here. */
export type ReceivedProblem = Pick<Problem, 'message' | 'params'> & { code: string | number };

/** The problem texts of a language: a text for each code and a phrase for each expectation. */
export type ProblemWords = {
  language: string;
  problems: Readonly<Record<string | number, string>>;
  expected: Readonly<Record<string, string>>;
};

/** Returns the text of a problem in a language, or its English message if the code is unknown. */
export function toProblemText(
  { code, message, params = {} }: ReceivedProblem,
  words: ProblemWords,
): string {
  const text = words.problems[code];
  return text === undefined ? message : fillTemplate(text, inWords(params, words), words.language);
}

/**
 * `expected` and `reason` are keys of our phrases. Values in several languages, such as texts and labels of the
 * descriptor, also have an entry per language, such as `text_de`; the others are values and limits.
 */
function inWords(params: ProblemParams, { language, expected }: ProblemWords): ProblemParams {
  const ending = `_${language}`;
  const own = Object.entries(params).flatMap(([name, value]) =>
    name.endsWith(ending) ? [[name.slice(0, -ending.length), value] as const] : [],
  );
  return withPhrases({ ...params, ...Object.fromEntries(own) }, expected, language);
}
