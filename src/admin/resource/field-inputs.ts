import type { FieldInputs } from '../../fields/type/field-ui.ts';
import type { Field } from '../../fields/type/field.ts';
import { fieldInputs } from '../../fields/registry.input.tsx';

/** The input and the filter of a field's type. Import it where a chunk of forms begins, not in a list. */
export function inputsOf(field: Field): FieldInputs {
  return (fieldInputs as Readonly<Record<string, FieldInputs>>)[field.type]!;
}
