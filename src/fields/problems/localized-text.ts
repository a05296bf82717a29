import { z } from 'zod';
import type { Text } from '../type/field.ts';
import { languages } from './languages.ts';

/** A language of the screens. */
export const languageCode = z
  .enum(languages)
  .meta({ title: `${languages.join(' or ')}, the languages of the screens` });

/** A text in a declaration: one for every language, or one per language code. */
export const localizedText = z.union([
  z.string().min(1).max(2_000),
  z.record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.string().min(1).max(2_000)),
]);

export type DeclaredText = z.output<typeof localizedText>;

/** Fills in every language: a plain string applies to all of them, a missing language gets the first available text. */
export function toText(declared: string | Text, into: readonly string[] = ['en']): Text {
  const filled = into.map((language) => [language, textIn(declared, language)] as const);
  return { ...(typeof declared === 'string' ? {} : declared), ...Object.fromEntries(filled) };
}

/** The text in a language; if it is missing, in English, otherwise in any. */
export function textIn(text: string | Text, language: string): string {
  if (typeof text === 'string') return text;
  return text[language] ?? text.en ?? Object.values(text)[0] ?? '';
}
