import { useCallback } from 'react';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { useLanguage } from '../messages/language.ts';

/** Formats bytes in the user's language: `14.9 MB`, in German `14,9 MB`. */
export function useSize(): (bytes: number) => string {
  const language = useLanguage();
  return useCallback((bytes) => toSizeText(bytes, language), [language]);
}
