import { useI18nProvider, useTranslate } from 'react-admin';
import { expectations, type Expectation } from '../problems/expectations.ts';
import { fillTemplate, withPhrases } from '../problems/fill-template.ts';
import type { Problem } from '../problems/problem.ts';

/** The language of the screens. Not `useLocale`, which stores its own choice in the browser. */
export function useLanguage(): string {
  return useI18nProvider().getLocale();
}

/** Writes a problem in the user's language. */
export function useProblemText(): (problem: Problem) => string {
  const translate = useTranslate();
  return ({ code, message, params = {} }) => {
    const text = translate(`problems.${code}`, { _: message });
    const key = params.expected as Expectation;
    const phrase = expectations[key] && translate(`expected.${key}`, { _: expectations[key] });
    return fillTemplate(text, withPhrases(params, phrase ? { [key]: phrase } : {}));
  };
}
