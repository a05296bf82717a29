import type { Field } from '../../../fields/type/field.ts';
import type { Conversion } from '../../formats/conversion.ts';

/** What separates the members of a list in a cell of a table; undefined for a field of one record. */
export function listSeparator(field: Field, { split }: Conversion): string | undefined {
  // Without another separator, a cell is read as this installation writes lists.
  return field.kind.relation?.(field.settings).many === true ? (split ?? '|') : undefined;
}
