import { useI18nProvider, type I18nProvider } from 'react-admin';
import type { Expectation } from '../problems/expectations.ts';
import { toProblemText } from '../problems/problem-text.ts';
import type { Problem } from '../problems/problem.ts';
import type { ValueTexts } from '../problems/value-texts.ts';

/** What the screens give to fields beside react-admin's own: their texts in the user's language. */
export type FieldI18n = I18nProvider & {
  readonly texts: {
    readonly values: ValueTexts;
    readonly problems: Readonly<Record<string, string>>;
    readonly expected: Readonly<Record<Expectation, string>>;
  };
};

export const useFieldI18n = (): FieldI18n => useI18nProvider() as FieldI18n;

export const useFieldTexts = (): ValueTexts => useFieldI18n().texts.values;

/** The language of the screens. Not `useLocale`, which stores its own choice in the browser. */
export function useLanguage(): string {
  return useI18nProvider().getLocale();
}

/** Writes a problem in the user's language. */
export function useProblemText(): (problem: Problem) => string {
  const language = useLanguage();
  const { problems, expected } = useFieldI18n().texts;
  return (problem) => toProblemText(problem, { language, problems, expected });
}
