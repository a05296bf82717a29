import type { Resource } from '../../descriptor/descriptor.ts';
import { checkField, emptyOf } from '../../descriptor/field-check.ts';
import { type Moment, defaultOf } from '../../descriptor/filter/tokens.ts';
import type { Field } from '../../fields/field.ts';

/** A new record before anybody fills it: defaults, else empty; and the fields it must be given. */
type BlankRecord = {
  blank: Readonly<Record<string, unknown>>;
  required: readonly string[];
};

export function toBlankRecord({ fields }: Resource, moment: Moment): BlankRecord {
  const written = [...fields.values()].filter(({ computed }) => computed === undefined);
  const blanks = written.map((field) => [field.name, blankOf(field, moment)] as const);
  return {
    blank: Object.fromEntries(blanks.filter(([, value]) => value !== undefined)),
    required: blanks.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

function blankOf(field: Field, moment: Moment): unknown {
  const preset = defaultOf(field, moment);
  if (preset === undefined) return field.required ? undefined : emptyOf(field);
  const checked = checkField(field, preset);
  return 'problems' in checked ? undefined : checked.value;
}
