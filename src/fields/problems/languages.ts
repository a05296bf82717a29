/**
 * The languages of screens, mails and problems, each by its own name. This is the only list of them;
 * `docs/languages.md` says what else a new one needs.
 */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languageNames, code);
}

/** The language of a tag such as `de-AT`, which may have texts of its own; English where it has none. */
export function toLanguage(tag: string): Language {
  return findLanguage(tag) ?? 'en';
}

/** As `toLanguage`; undefined where the tag has no texts. */
export function findLanguage(tag: string): Language | undefined {
  return findLanguageIn(languages, tag);
}

/** The longest of these languages that a tag such as `pt-BR-abl1943` starts with. */
export function findLanguageIn<Code extends string>(
  codes: readonly Code[],
  tag: string,
): Code | undefined {
  for (
    let rest = tag.toLowerCase();
    rest !== '';
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))
  ) {
    const language = codes.find((each) => each.toLowerCase() === rest);
    if (language) return language;
  }
  return undefined;
}
