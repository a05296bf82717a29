import { createContext, useContext } from 'react';
import type { RaRecord, SortPayload } from 'react-admin';
import type { Field } from './field.ts';

/** The value of a text, with a reason if it names no record or several. */
export type ReadReference = {
  value: unknown;
  refused?: string;
  /** Of a list with names that are not clear: the `_id`s that the others mean, and the list of those names. */
  partly?: { clear: readonly string[]; rest: string };
};

/** Reads records with the fields of their titles only: `useReference({ reference, id, options: { meta: titlesMeta } })`. */
export const titlesMeta = { titles: true };

/** The key of that query. */
export const titleKey = (resource: string, id: string) =>
  [resource, 'getMany', { ids: [id], meta: titlesMeta }] as const;

/** What a relation needs to know about records of another resource; the application provides it. */
export type ReferenceLookup = {
  /** The title of a record. */
  titleOf(resource: string, record: RaRecord): string;
  /** The short form of a title, as the text of a link; only in the columns of a table. */
  shortTitleOf?(resource: string, record: RaRecord): string;
  /** The `_id` of the record above a record in the tree of its resource. */
  parentOf(resource: string, record: RaRecord): string | undefined;
  /** Whether the user may read the resource at all. */
  mayRead(resource: string): boolean;
  /** The address of a record's page. */
  pathOf(resource: string, id: string): string;
  /**
   * The address of a list of all records that a field of a record refers to; undefined for a part of a value, for the
   * past, and for users who may not list the records.
   */
  listOf?(
    resource: string,
    field: Field,
    record: Readonly<Record<string, unknown>>,
  ): string | undefined;
  /** The title a record had at the moment that is shown; only where the past is shown, and undefined if unknown. */
  titleThen?(resource: string, id: string): string | undefined;
  /** The order in which to offer records. */
  sortOf(resource: string): SortPayload;
  /** The value that a text gives a field with references: the names of one or several records. */
  read(field: Field, text: string): Promise<ReadReference>;
};

export const ReferenceContext = createContext<ReferenceLookup | undefined>(undefined);

export function useReferences(): ReferenceLookup {
  const references = useContext(ReferenceContext);
  if (references === undefined)
    throw new Error('A relation must be used inside a ReferenceContext');
  return references;
}
