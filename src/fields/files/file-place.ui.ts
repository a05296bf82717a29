import { createContext, useContext } from 'react';
import { useResourceContext } from 'react-admin';
import type { Field } from '../type/field.ts';
import type { FilePlace } from './file-context.tsx';

/** Where a file of a value is: in a record, `own` for one that the user has uploaded, undefined where nobody knows. */
export type PlaceOfFile = (file: { id: string }) => FilePlace | 'own' | undefined;

/**
 * Where the files below are, if not in the record on the screen: in the original of a copy, in an earlier version, or in
 * several places.
 */
export const FilePlaceContext = createContext<FilePlace | PlaceOfFile | undefined>(undefined);

/** Where the files of a value are. The record is the one that has the field, or that shows it from behind references. */
export function useFilePlaces(
  record: Readonly<Record<string, unknown>> | undefined,
  behind?: Field['behind'],
): PlaceOfFile {
  const given = useContext(FilePlaceContext);
  const shown = useResourceContext();
  if (!behind && given) return typeof given === 'function' ? given : () => given;
  const resource = behind ? behind.resource : shown;
  const id = behind ? record?.[behind.reference] : (record?.['id'] ?? record?.['_id']);
  const place =
    resource === undefined || typeof id !== 'string' ? undefined : { resource, record: id };
  return () => place;
}
