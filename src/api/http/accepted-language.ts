import { findLanguageIn } from '../../fields/problems/languages.ts';

/**
 * The language of `languages` that the caller prefers by `Accept-Language` (RFC 9110, 12.5.4); undefined if the
 * header names none of them. A tag such as `de-AT` also means `de` (RFC 4647, 3.4).
 */
export function acceptedLanguage<Language extends string>(
  request: Request,
  languages: readonly Language[],
): Language | undefined {
  const preferred = (request.headers.get('Accept-Language') ?? '').split(',').flatMap((one) => {
    const [tag = '', quality = 'q=1'] = one.trim().split(/\s*;\s*/);
    const language = findLanguageIn(languages, tag);
    const weight = Number(quality.slice(2));
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  return preferred.toSorted((a, b) => b.weight - a.weight)[0]?.language;
}
