/**
 * The language of `languages` that the caller prefers by `Accept-Language` (RFC 9110, 12.5.4); undefined if the
 * header names none of them.
 */
export function acceptedLanguage<Language extends string>(
  request: Request,
  languages: readonly Language[],
): Language | undefined {
  const asked = (request.headers.get('Accept-Language') ?? '').split(',').flatMap((one) => {
    const [tag = '', quality = 'q=1'] = one.trim().split(/\s*;\s*/);
    const code = tag.slice(0, 2).toLowerCase();
    const language = languages.find((each) => each === code);
    const weight = Number(quality.slice(2));
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  return asked.toSorted((a, b) => b.weight - a.weight)[0]?.language;
}
