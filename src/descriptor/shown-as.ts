import type { Field } from '../fields/type/field.ts';

/** What a list is shown as instead of a table, and by which field. */
export type ShownAs = { kind: 'board' | 'calendar' | 'tree'; field: string };

/** How a view says what it is shown as. */
export const shownAsPattern = /^(board|calendar|tree):([A-Za-z][A-Za-z0-9]*)$/;

/** Parses `board:status`; undefined for any other text. */
export function parseShownAs(text: string): ShownAs | undefined {
  const [, kind, field = ''] = shownAsPattern.exec(text) ?? [];
  return kind === undefined ? undefined : { kind: kind as ShownAs['kind'], field };
}

/** What a list can be shown as by a field: by the reference to the parent a tree, else what its type arranges. */
export function arrangedBy({ kind, settings }: Field): ShownAs['kind'] | undefined {
  return kind.relation?.(settings).tree ? 'tree' : kind.arranges;
}

/** How a field arranges a list, as the address, views and layouts write it; undefined if it cannot. */
export function shownAsBy(field: Field): string | undefined {
  const kind = arrangedBy(field);
  return kind && `${kind}:${field.name}`;
}
