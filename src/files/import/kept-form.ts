import { checkField } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/field.ts';

/** A value as its field keeps it, also of a number written as text; undefined when it can be none of it. */
export function keptForm(field: Field, written: unknown): unknown {
  const { text } = field.kind;
  const values =
    typeof written === 'string' ? [written, text.read(written, field.settings)] : [written];
  for (const value of values) {
    const checked = checkField(field, value);
    if ('value' in checked) return checked.value ?? undefined;
  }
  return undefined;
}
