import type { Field } from '../../../fields/type/field.ts';

/** Computed values are made again each time, so they have no past. */
export function hasPast({ computed }: Field): boolean {
  return computed === undefined;
}
