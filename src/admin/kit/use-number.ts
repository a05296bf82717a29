import { useCallback } from 'react';
import { useLanguage } from '../messages/language.ts';

/** Writes a count as the language does: 1,879 or 1.879; an estimate with a `~` before it. */
export function useNumber(): (count: number, isEstimate?: boolean) => string {
  const language = useLanguage();
  return useCallback(
    (count, isEstimate = false) =>
      `${isEstimate ? '~' : ''}${new Intl.NumberFormat(language).format(count)}`,
    [language],
  );
}
