import { z } from 'zod';
import type { LanguageFile } from './language-files.ts';
import { replaceTexts } from './source-texts.ts';

/** What a translator gets and returns: of each file the texts by key, in English and in the language. */
export const translationSchema = z.strictObject({
  language: z.string(),
  files: z.record(
    z.string(),
    z.record(z.string(), z.strictObject({ en: z.string(), text: z.string() })),
  ),
});

export type Translation = z.output<typeof translationSchema>;

/** A text that is not translated yet is empty. */
export function toTranslation(language: string, files: readonly LanguageFile[]): Translation {
  return {
    language,
    files: Object.fromEntries(
      files.map(({ path, english, texts }) => {
        const entries = [...english].map(([key, en]) => [key, { en, text: texts.get(key) ?? '' }]);
        return [path, Object.fromEntries(entries)];
      }),
    ),
  };
}

/** What would be wrong on a screen: a sentence for each text. */
export function findWrongTexts(
  { language, files }: Translation,
  languageFiles: readonly LanguageFile[],
): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.length;
  const englishOf = new Map(languageFiles.map(({ path, english }) => [path, english]));
  return Object.entries(files).flatMap(([path, texts]) =>
    Object.entries(texts).flatMap(([key, { text }]) => {
      const en = englishOf.get(path)?.get(key);
      if (en === undefined) return [`${path} ${key}: is not one of our texts`];
      if (text === '') return [];
      const [expected, used] = [placeholdersOf(en), placeholdersOf(text)];
      const unknown = [...used].filter((one) => !expected.has(one));
      const count = text.split(' |||| ').length;
      return [
        ...unknown.map((one) => `${path} ${key}: ${one} is not in the English text: ${en}`),
        ...(count > forms
          ? [`${path} ${key}: has ${count} forms, but the language has ${forms}`]
          : []),
      ];
    }),
  );
}

/**
 * The source files of the language, by path, and how many texts stay in English because they are not translated.
 * `translationSchema` and `findWrongTexts` must have accepted the translation.
 */
export function toSources(
  { language, files }: Translation,
  languageFiles: readonly LanguageFile[],
): { sources: Map<string, string>; untranslated: number } {
  let untranslated = 0;
  const sources = languageFiles.map(({ path, template, english }): [string, string] => {
    const words = [...english].map(([key, en]): [string, string] => {
      const text = files[path]?.[key]?.text ?? '';
      if (text === '' && en !== '') untranslated += 1;
      return [key, text === '' ? en : text];
    });
    return [path, ownNames(replaceTexts(template, new Map(words)), language)];
  });
  return { sources: new Map(sources), untranslated };
}

/** The copy of a German file speaks of the language itself, and imports its files. */
function ownNames(code: string, language: string): string {
  if (language === 'de') return code;
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  const prefix = language.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return code
    .replaceAll('/german-', `/${language}-`)
    .replaceAll(/\bgerman([A-Z]\w*)/g, `${prefix}$1`)
    .replaceAll('German', name);
}

const placeholdersOf = (text: string): ReadonlySet<string> =>
  new Set(text.match(/%?\{\??\w+\}/g) ?? []);
