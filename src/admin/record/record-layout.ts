import type { Text, Field } from '../../fields/field.ts';
import type { ResourceView } from '../kit/use-resource.ts';

export type FormTab = {
  /** From the descriptor; absent for fields that the descriptor put on no tab. */
  label?: Text;
  fields: readonly Field[];
};

/**
 * The tabs of a record as the user may see them. Fields that the descriptor put on no tab
 * share a tab of their own, so that every field of a record can be reached.
 */
export function toLayout({ resource, readable }: ResourceView): readonly FormTab[] {
  const byName = new Map(readable.map((field) => [field.name, field]));
  const tabs: FormTab[] = resource.form.map((tab) => ({
    label: tab.label,
    fields: tab.fields.map((name) => byName.get(name)).filter((field) => field !== undefined),
  }));
  const placed = new Set(tabs.flatMap((tab) => tab.fields));
  const left = readable.filter((field) => !placed.has(field));
  return [...tabs, { fields: left }].filter((tab) => tab.fields.length > 0);
}

/** The number of columns of the form's grid. */
export const COLUMNS = 12;

const spans = { narrow: 3, middle: 6, wide: 12 };

/**
 * How many columns each field of a tab takes where all of them fit: as many as its type prefers.
 * In a row that would end early the broader fields take more, so that the edges of the form stay straight.
 */
export function toSpans(fields: readonly Field[], widthOf: (field: Field) => keyof typeof spans) {
  const taken = new Map<Field, number>();
  let row: Field[] = [];
  const free = (): number => COLUMNS - row.reduce((sum, field) => sum + (taken.get(field) ?? 0), 0);
  const endRow = (): void => {
    const broad = row.filter((field) => widthOf(field) === 'middle');
    const more = Math.floor(free() / Math.max(broad.length, 1));
    if (row.length > 1) for (const field of broad) taken.set(field, spans.middle + more);
    row = [];
  };
  for (const field of fields) {
    const span = spans[widthOf(field)];
    if (span > free()) endRow();
    taken.set(field, span);
    row.push(field);
  }
  endRow();
  return taken;
}
