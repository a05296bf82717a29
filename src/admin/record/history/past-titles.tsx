import { useMemo, type ReactNode } from 'react';
import { ReferenceContext, useReferences } from '../../../fields/type/reference-context.tsx';

type PastTitlesProps = {
  /** By collection and `_id`: `chems/42`. */
  titles: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** Shows references inside of it by the titles that their records had then. */
export function PastTitles({ titles, children }: PastTitlesProps) {
  const references = useReferences();
  const then = useMemo(
    () => ({
      ...references,
      // A list shows the present.
      listOf: () => undefined,
      titleThen: (resource: string, id: string) => titles[`${resource}/${id}`],
    }),
    [references, titles],
  );
  return <ReferenceContext.Provider value={then}>{children}</ReferenceContext.Provider>;
}
