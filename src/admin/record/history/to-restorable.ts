import type { PastRecord } from '../../../contract/past.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { hasPast } from './has-past.ts';
import { isSameValue } from './to-changes.ts';

/** What a restore would change, and what it cannot. */
export type Restorable = {
  fields: readonly Field[];
  /** Fields that the user may not write. */
  locked: readonly Field[];
  /** Fields whose value of then an admin has erased. */
  erased: readonly Field[];
};

/** Compares the record as it is with a version; `name` leaves out all other fields. */
export function toRestorable(
  { readable, isWritable }: Pick<ResourceView, 'readable' | 'isWritable'>,
  record: Readonly<Record<string, unknown>>,
  past: Pick<PastRecord, 'record' | 'erased'>,
  name?: string,
): Restorable {
  const candidates = readable
    .filter(hasPast)
    .filter((field) => name === undefined || field.name === name);
  const isErased = (field: Field): boolean => past.erased.includes(field.name);
  const differing = candidates.filter(
    (field) => !isErased(field) && !isSameValue(record[field.name], past.record[field.name]),
  );
  return {
    fields: differing.filter((field) => isWritable(field.name)),
    locked: differing.filter((field) => !isWritable(field.name)),
    erased: candidates.filter(isErased),
  };
}
