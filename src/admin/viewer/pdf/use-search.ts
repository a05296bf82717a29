import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import {
  findMatches,
  toPageText,
  type Match,
  type PageText,
  type TextItem,
} from './search-text.ts';

/** A found text; pages are counted from 0. */
export type PageMatch = Match & { page: number };

export type Search = {
  matches: readonly PageMatch[];
  state: 'searching' | 'done' | 'too many';
};

/** Milliseconds without typing. */
const TYPING_PAUSE_MS = 200;
/** Milliseconds between two times that what is found so far is shown: drawing the marks takes time from the search. */
const MIN_UPDATE_INTERVAL_MS = 250;
/** Nobody steps through more. */
const MAX_MATCHES = 2_000;

const nothing: Search = { matches: [], state: 'done' };
const begun: Search = { matches: [], state: 'searching' };

/** Searches all pages for a text, from the first one on; what is found so far can be used. */
export function useSearch(pdf: PDFDocumentProxy, query: string): Search {
  const [last, setLast] = useState({ query: '', search: nothing });
  const texts = useRef(new Map<number, PageText>());
  useEffect(() => {
    if (query.trim() === '') return undefined;
    let isLeft = false;
    const setSearch = (search: Search): void => setLast({ query, search });
    const run = async (): Promise<void> => {
      const matches: PageMatch[] = [];
      let shown = 0;
      for (let page = 0; page < pdf.numPages && matches.length < MAX_MATCHES; page++) {
        const text = texts.current.get(page) ?? (await readText(pdf, page));
        texts.current.set(page, text);
        if (isLeft) return;
        const newMatches = findMatches(text, query).map((match) => ({ ...match, page }));
        matches.push(...newMatches);
        if (newMatches.length === 0 || performance.now() - shown < MIN_UPDATE_INTERVAL_MS) continue;
        shown = performance.now();
        setSearch({ matches: [...matches], state: 'searching' });
      }
      setSearch({ matches, state: matches.length < MAX_MATCHES ? 'done' : 'too many' });
    };
    const timer = setTimeout(() => void run(), TYPING_PAUSE_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [pdf, query]);
  if (query.trim() === '') return nothing;
  return last.query === query ? last.search : begun;
}

async function readText(pdf: PDFDocumentProxy, number: number): Promise<PageText> {
  try {
    const page = await pdf.getPage(number + 1);
    const { items } = await page.getTextContent({ disableNormalization: true });
    return toPageText(items as TextItem[]);
  } catch {
    // A page that cannot be read has no text; the others do.
    return { folded: '', spots: [] };
  }
}
