import type { Field } from '../fields/type/field.ts';

/** What a list is shown as instead of a table, and by which fields; only a calendar has an end. */
export type ShownAs<F = string> = {
  kind: 'board' | 'calendar' | 'tree';
  field: F;
  end?: F | undefined;
};

/** A board, a calendar or a tree, and the fields by which it arranges the records. */
export type Arrangement = ShownAs<Field>;

const name = '[A-Za-z][A-Za-z0-9]*';

/** How a view says what it is shown as. */
export const shownAsPattern = new RegExp(
  `^(?:(board|calendar|tree):(${name})|(calendar):(${name})\\.\\.(${name}))$`,
);

/** Parses `board:status` and `calendar:begins..ends`; undefined for any other text. */
export function parseShownAs(text: string): ShownAs | undefined {
  const [, plain, field, spanning, begin, end] = shownAsPattern.exec(text) ?? [];
  const kind = plain ?? spanning;
  if (kind === undefined) return undefined;
  return { kind: kind as ShownAs['kind'], field: field ?? begin ?? '', ...(end && { end }) };
}

/** What a list can be shown as by a field: by the reference to the parent a tree, else what its type arranges. */
export function arrangedBy({ kind, settings }: Field): ShownAs['kind'] | undefined {
  return kind.relation?.(settings).tree ? 'tree' : kind.arranges;
}

/** Whether a field can be the end of what begins with another one: both are days, or both are moments. */
export function isEndOf(end: Field, begin: Field): boolean {
  return end.name !== begin.name && end.kind === begin.kind && arrangedBy(end) === 'calendar';
}

/** What a text shows a list as, with its fields; undefined if these cannot arrange records like that. */
export function readShownAs(
  text: string,
  find: (name: string) => Field | undefined,
): Arrangement | undefined {
  const parsed = parseShownAs(text);
  const field = parsed && find(parsed.field);
  if (!field || arrangedBy(field) !== parsed.kind) return undefined;
  if (parsed.end === undefined) return { kind: parsed.kind, field };
  const end = find(parsed.end);
  return end && isEndOf(end, field) ? { kind: parsed.kind, field, end } : undefined;
}

/** An arrangement as the address, views and layouts write it. */
export function writeShownAs({ kind, field, end }: Arrangement): string {
  return `${kind}:${field.name}${end ? `..${end.name}` : ''}`;
}

/** How one field alone arranges a list; undefined if it cannot. */
export function shownAsBy(field: Field): Arrangement | undefined {
  const kind = arrangedBy(field);
  return kind && { kind, field };
}
