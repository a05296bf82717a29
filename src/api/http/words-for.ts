import { isLanguage } from '../../fields/languages.ts';
import { problemWords } from '../../fields/problem-words.ts';
import type { ProblemWords } from '../../fields/say-problem.ts';

/** The words for problems in the first language of `Accept-Language` (RFC 9110, 12.5.4) there are words in; else English. */
export function wordsFor(request: Request): ProblemWords {
  const asked = (request.headers.get('Accept-Language') ?? '').split(',').map((one) => {
    const [tag = '', quality = 'q=1'] = one.trim().split(/\s*;\s*/);
    return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.slice(2)) };
  });
  const known = asked.flatMap(({ language, quality }) =>
    quality > 0 && isLanguage(language) ? [{ language, quality }] : [],
  );
  const [first] = known.toSorted((a, b) => b.quality - a.quality);
  return problemWords[first?.language ?? 'en'];
}
