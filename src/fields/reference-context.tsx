import { createContext, useContext } from 'react';
import type { RaRecord, SortPayload } from 'react-admin';

/** What a relation needs to know about records of another resource; whoever draws the screens provides it. */
export type References = {
  /** How a record is called. */
  titleOf(resource: string, record: RaRecord): string;
  /** Whether the user may look into the resource at all. */
  mayRead(resource: string): boolean;
  /** The address of a record's page. */
  pathOf(resource: string, id: string): string;
  /** In which order records are offered. */
  sortOf(resource: string): SortPayload;
};

export const ReferenceContext = createContext<References | undefined>(undefined);

export function useReferences(): References {
  const references = useContext(ReferenceContext);
  if (references === undefined)
    throw new Error('A relation must be used inside a ReferenceContext');
  return references;
}
