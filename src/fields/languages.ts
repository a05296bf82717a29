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

/** The language of a tag such as `de-AT`; English where it has no texts. */
export function toLanguage(tag: string): Language {
  const code = tag.slice(0, 2).toLowerCase();
  return isLanguage(code) ? code : 'en';
}
