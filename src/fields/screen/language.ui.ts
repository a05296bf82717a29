import { useI18nProvider } from 'react-admin';

/** The language of the screens. Not `useLocale`: that one keeps a choice of its own in the browser's store. */
export function useLanguage(): string {
  return useI18nProvider().getLocale();
}
