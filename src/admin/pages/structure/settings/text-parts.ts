import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { textIn } from '../../../../fields/problems/localized-text.ts';
import { isLanguage, languageNames } from '../../../../fields/problems/languages.ts';

/** A declared text in a language: one text for all languages counts as one in the first of them. */
export function wordsIn(declared: unknown, language: string, languages: readonly string[]): string {
  if (typeof declared === 'string') return language === languages[0] ? declared : '';
  const text = asObject(declared)[language];
  return typeof text === 'string' ? text : '';
}

/**
 * Words in a language for a text, and what languages without words get: what people see in them already, such as the
 * label that follows from a name. If that is nothing, they stay without, and the check names them.
 */
export type NewWords = { language: string; text: string; usual: string };

/**
 * A declared text with other words in one language; undefined if no words are left. Words in the first language alone
 * count for all.
 */
export function withWords(
  declared: unknown,
  languages: readonly string[],
  { language, text, usual }: NewWords,
): string | JsonObject | undefined {
  const [main = 'en'] = languages;
  const before = typeof declared === 'string' ? { [main]: declared } : asObject(declared);
  const all: JsonObject = { ...before, [language]: text.trim() };
  const words = Object.entries(all).filter(([, one]) => typeof one === 'string' && one !== '');
  if (words.length === 0) return undefined;
  const isMain = words.length === 1 && words[0]?.[0] === main;
  if (isMain && (languages.length > 1 || typeof declared !== 'object')) return String(all[main]);
  // The grammar has no empty texts.
  const usuals = usual === '' ? [] : languages.map((one) => [one, usual]);
  return { ...Object.fromEntries(usuals), ...Object.fromEntries(words) };
}

/** What people see in a language; without words in any, what follows from a name. */
export function seenWords(declared: unknown, language: string, usual: string): string {
  if (typeof declared === 'string') return declared;
  const texts = Object.entries(asObject(declared)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return textIn(Object.fromEntries(texts), language) || usual;
}

export function languageName(language: string): string {
  return isLanguage(language) ? languageNames[language] : language;
}
