import type { Field } from '../fields/field.ts';

/** What a list is shown as instead of a table, and by which field. */
export type ShownAs = { kind: 'board' | 'calendar'; field: string };

/** How a view says what it is shown as. */
export const shownAsPattern = /^(board|calendar):([A-Za-z][A-Za-z0-9]*)$/;

/** Parses `board:status`; undefined for any other text. */
export function parseShownAs(text: string): ShownAs | undefined {
  const [, kind, field = ''] = shownAsPattern.exec(text) ?? [];
  return kind === 'board' || kind === 'calendar' ? { kind, field } : undefined;
}

/** How a field arranges a list, as the address, views and layouts write it; undefined if it cannot. */
export function shownAsBy({ name, kind }: Field): string | undefined {
  return kind.arranges && `${kind.arranges}:${name}`;
}
