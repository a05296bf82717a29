import { useCallback } from 'react';
import { useLanguage } from '../../messages/language.ts';

/** Formats a count in the user's language: 1,879 or 1.879. An estimate gets a leading `~`. */
export function useNumberFormat(): (count: number, isEstimate?: boolean) => string {
  const language = useLanguage();
  return useCallback(
    (count, isEstimate = false) =>
      `${isEstimate ? '~' : ''}${new Intl.NumberFormat(language).format(count)}`,
    [language],
  );
}
