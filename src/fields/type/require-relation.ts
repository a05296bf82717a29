import type { Field } from './field.ts';
import type { Relation } from './relation.ts';

/** What a reference says about the records that it refers to. Throws an error for a field of another type. */
export function requireRelation({ kind, settings }: Pick<Field, 'kind' | 'settings'>): Relation {
  const relation = kind.relation?.(settings);
  if (!relation) throw new Error('The field is not a reference');
  return relation;
}
