import { systemFieldTable } from '../../../../descriptor/system-fields.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { isDerived } from '../../../../fields/type/is-derived.ts';
import type { ResourceView } from '../../../kit/as-of.ts';

/** Why nobody, or not this user, can edit a cell; each has its text under `grid.locked`. */
type LockReason =
  | 'past'
  | 'system'
  | 'computed'
  | 'numbered'
  | 'through'
  | 'part'
  | 'readOnly'
  | 'collection'
  | 'record'
  | 'step'
  | 'role';

/**
 * The first reason why a cell is locked. What locks the column for everyone comes before what locks it
 * for this role, so that nobody asks for a right that would not help.
 */
export function lockReason(
  view: Pick<ResourceView, 'resource' | 'may' | 'mayWith' | 'isWritable'>,
  field: Field,
  record: Readonly<Record<string, unknown>>,
  isPast: boolean,
): LockReason {
  const { name, numbering, readOnly } = field;
  if (isPast) return 'past';
  if (systemFieldTable.has(name)) return 'system';
  if (isDerived(field)) return 'computed';
  if (numbering !== undefined) return 'numbered';
  if (view.resource.through.has(name)) return 'through';
  if (name.includes('.')) return 'part';
  // The screens get a field that the role cannot write as read-only, so the role comes first.
  if (!view.may('update')) return 'collection';
  if (readOnly) return 'readOnly';
  if (!view.mayWith('update', record)) return 'record';
  return view.isWritable(name) ? 'step' : 'role';
}
