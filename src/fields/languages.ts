/**
 * The languages in which screens, mails and problems are said, each called by its own name. This is
 * the only list of them; `docs/languages.md` says what else a further one needs.
 */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languageNames, code);
}

/** The language of a tag such as `de-AT`; English where there are no texts in it. */
export function toLanguage(tag: string): Language {
  const code = tag.slice(0, 2).toLowerCase();
  return isLanguage(code) ? code : 'en';
}
