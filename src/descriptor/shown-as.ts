import type { Field } from '../fields/type/field.ts';

/** What a list is shown as instead of a table, and by which fields; only a calendar has an end and rows. */
export type ShownAs<F = string> = {
  kind: 'board' | 'calendar' | 'tree';
  field: F;
  end?: F | undefined;
  /** The field with a row of the calendar for each of its values. */
  rows?: F | undefined;
};

/** A board, a calendar or a tree, and the fields by which it arranges the records. */
export type Arrangement = ShownAs<Field>;

const name = '[A-Za-z][A-Za-z0-9]*';

/** How a view says what it is shown as. */
export const shownAsPattern = new RegExp(
  `^(?:(board|tree):(${name})|(calendar):(${name})(?:\\.\\.(${name}))?(?: by (${name}))?)$`,
);

/** Parses `board:status` and `calendar:begins..ends by room`; undefined for any other text. */
export function parseShownAs(text: string): ShownAs | undefined {
  const [, plain, field, calendar, begin, end, rows] = shownAsPattern.exec(text) ?? [];
  const kind = plain ?? calendar;
  if (kind === undefined) return undefined;
  const by = { field: field ?? begin ?? '', ...(end && { end }), ...(rows && { rows }) };
  return { kind: kind as ShownAs['kind'], ...by };
}

/** What a list can be shown as by a field: by the reference to the parent a tree, else what its type arranges. */
export function arrangedBy({ kind, settings }: Field): ShownAs['kind'] | undefined {
  return kind.relation?.(settings).tree ? 'tree' : kind.arranges;
}

/** Whether a field can be the end of what begins with another one: both are days, or both are moments. */
export function isEndOf(end: Field, begin: Field): boolean {
  return end.name !== begin.name && end.kind === begin.kind && arrangedBy(end) === 'calendar';
}

/** Whether a calendar can have a row for each value of a field: each record refers to one record, or has one choice. */
export function isRowField(field: Field): boolean {
  const relation = field.kind.relation?.(field.settings);
  return relation ? !relation.many : field.kind.arranges === 'board';
}

/** What a text shows a list as, with its fields; undefined if these cannot arrange records like that. */
export function readShownAs(
  text: string,
  find: (name: string) => Field | undefined,
): Arrangement | undefined {
  const parsed = parseShownAs(text);
  const field = parsed && find(parsed.field);
  if (!field || arrangedBy(field) !== parsed.kind) return undefined;
  const [end, rows] = [parsed.end, parsed.rows].map((each) =>
    each === undefined ? undefined : find(each),
  );
  if (parsed.end !== undefined && !(end && isEndOf(end, field))) return undefined;
  if (parsed.rows !== undefined && !(rows && isRowField(rows))) return undefined;
  return { kind: parsed.kind, field, ...(end && { end }), ...(rows && { rows }) };
}

/** An arrangement as the address, views and layouts write it. */
export function writeShownAs({ kind, field, end, rows }: Arrangement): string {
  return write({ kind, field: field.name, end: end?.name, rows: rows?.name });
}

/** The same with the new names of its fields; any other text stays as it is. */
export function renameShownAs(text: string, rename: (name: string) => string): string {
  const parsed = parseShownAs(text);
  if (!parsed) return text;
  const { kind, field, end, rows } = parsed;
  return write({
    kind,
    field: rename(field),
    end: end && rename(end),
    rows: rows && rename(rows),
  });
}

function write({ kind, field, end, rows }: ShownAs): string {
  return `${kind}:${field}${end ? `..${end}` : ''}${rows ? ` by ${rows}` : ''}`;
}

/** How one field alone arranges a list; undefined if it cannot. */
export function shownAsBy(field: Field): Arrangement | undefined {
  const kind = arrangedBy(field);
  return kind && { kind, field };
}
