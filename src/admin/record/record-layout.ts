import type { Text, Field } from '../../fields/type/field.ts';
import { requireItem } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { ResourceView } from '../kit/as-of.ts';

/** A section of the page of a record with fields of it; in another layout it is a tab. */
export type FieldSection = {
  /** Names the section in the address, whatever the language of the screen. */
  key: string;
  /** From the descriptor; absent for fields that the descriptor put in no section. */
  label?: Text;
  fields: readonly Field[];
  /** Its fields are not shown because all of them are empty. */
  isFolded?: boolean;
};

/**
 * The sections of a record as the user may see them. Fields that the descriptor put in no section
 * share one of their own, so that every field of a record can be reached.
 */
export function toLayout({ resource, readable }: ResourceView): readonly FieldSection[] {
  const byName = new Map(readable.map((field) => [field.name, field]));
  const keys = toSectionKeys(resource);
  const sections: FieldSection[] = resource.form.map(({ label, fields }, index) => ({
    key: requireItem(keys, index),
    label,
    fields: fields.map((name) => byName.get(name)).filter((field) => field !== undefined),
  }));
  const placed = new Set(sections.flatMap(({ fields }) => fields));
  const left = readable.filter((field) => !placed.has(field));
  const more = { key: requireItem(keys, sections.length), fields: left };
  return [...sections, more].filter(({ fields }) => fields.length > 0);
}

/**
 * The sections of a new record. It has no values yet in fields that nobody writes; those that get a number say so.
 */
export function toNewLayout(view: ResourceView): readonly FieldSection[] {
  return toLayout(view)
    .map((section) => ({
      ...section,
      fields: section.fields.filter(
        ({ name, numbering }) => view.isWritable(name) || numbering !== undefined,
      ),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** The keys of all sections of fields, the last of which has the fields in no other section. */
export function toSectionKeys({ form }: Resource): string[] {
  const taken = new Set<string>();
  const labels = [...form.map(({ label }) => textIn(label, 'en')), 'more'];
  return labels.map((label, index) => toKey(label, index, taken));
}

/** `Use and hazard` becomes `use-and-hazard`; a repeated or unreadable name gets its number. */
function toKey(label: string, index: number, taken: Set<string>): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const plain = words?.join('-') ?? 'section';
  const key = taken.has(plain) || !words ? `${plain}-${index + 1}` : plain;
  taken.add(key);
  return key;
}

/** The number of columns of the form's grid. */
export const COLUMNS = 12;

const spans = { narrow: 3, middle: 6, wide: 12 };

/**
 * How many columns each field of a section takes where all of them fit: as many as its type prefers.
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

/** The grid on which the fields of a section stand. They take its columns by its width. */
export const gridSx = {
  containerType: 'inline-size',
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  columnGap: 2,
  rowGap: 1,
  alignItems: 'start',
  p: { xs: 1.5, sm: 2.5 },
  '& .MuiInputBase-root': { fontSize: { sm: '0.9375rem' } },
};
