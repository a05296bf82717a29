import { checkField } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/field.ts';

/** The value in its new form, or undefined where there is none. */
type Converter = (value: unknown) => unknown;

/**
 * From one type to another as a file would carry it: written as the old type writes it, read and
 * checked as the new one does. `before` is absent where nobody noted what the field was.
 */
export function createConverter(before: Field | undefined, after: Field): Converter {
  // That it is required is another question than whether it can be read.
  const target = { ...after, required: false };
  const { kind, settings } = after;
  const renamed = new Map<unknown, unknown>(
    (kind.renamed?.(settings) ?? []).map(({ from, to }) => [from, to]),
  );
  const rename = (value: unknown): unknown => renamed.get(value) ?? value;
  return (value) => {
    const read = kind.text.read(write(before, value), settings);
    const checked = checkField(target, Array.isArray(read) ? read.map(rename) : rename(read));
    if ('problems' in checked) return undefined;
    return isNothing(checked.value) ? undefined : checked.value;
  };
}

function write(field: Field | undefined, value: unknown): string {
  if (field) return field.kind.text.write(value, field.settings);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
