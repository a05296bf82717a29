import type { Field } from './field.ts';

/** The field beside this one, in the same record, that holds the unit of its values; undefined if there is none. */
export function unitFieldOf({ name, kind, settings }: Field): string | undefined {
  const unit = kind.unit?.of(settings);
  // The column of a field in another record has its whole path as a name.
  return typeof unit === 'object' ? name.replace(/[^.]*$/, () => unit.field) : undefined;
}

/** The unit of a value: that of the field, or the one in its record; undefined if neither has one. */
export function unitOf(
  field: Field,
  record: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const beside = unitFieldOf(field);
  const { kind, settings } = field;
  const unit: unknown =
    beside === undefined ? (kind.unit?.of(settings) ?? settings['unit']) : record?.[beside];
  return typeof unit === 'string' ? unit : undefined;
}
