import { useMemo, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { toWords } from '../../fields/text/find-words.ts';
import { SearchedWords } from '../../fields/screen/marked.ui.tsx';
import { useAsOf } from '../kit/as-of.ts';
import { SimilarRecords } from './lazy-parts.ts';

/** Marks the words of the search in the records of a list, and shows similar records above them. */
export function SearchMarks({ children }: { children: ReactNode }) {
  const { filterValues } = useListContext();
  const asOf = useAsOf();
  const { q } = filterValues as { q?: unknown };
  const text = typeof q === 'string' && asOf === undefined ? q.trim() : '';
  const words = useMemo(() => toWords(text), [text]);
  return (
    <SearchedWords value={words}>
      {text !== '' && <SimilarRecords key={text} text={text} />}
      {children}
    </SearchedWords>
  );
}
