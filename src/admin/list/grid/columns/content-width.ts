import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { valueAt } from '../../../../descriptor/column-field.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { titleFields } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { unitFieldOf, unitOf } from '../../../../fields/type/unit-of.ts';
import { ownLookIn, uiOf } from '../../../resource/field-value.tsx';
import { isEmptyValue } from '../../../../fields/is-empty-value.ts';
import { textWidth } from './text-width.ts';
import { useShownTexts, type ShownTexts } from './shown-texts.ts';

/** Pixels beside a value: the padding of its cell, the line and the tool of the row. */
const AROUND = 34;

/** Pixels of the frame and the dot of a pill, and between two members of a list. */
const PILL = 30;
const GAP = 8;

/** A cell shows so many members of a list, and then the number of the others. */
const MEMBERS = 3;
const NUMBER = 30;

/** So many rows of the page are measured. */
const MEASURED = 100;

/** `EMPTY` if no row has a value, undefined if the values are not drawn as one line. */
export type ContentWidths = ReadonlyMap<Field, number | undefined>;

export const EMPTY = 0;

/**
 * The widths in pixels that the values of the columns need. They are measured with the first rows of a list, and stay
 * while it is open: columns that change their widths with each page make it hard to compare. Only a column without
 * values is measured again, when the first come, and one of references once their titles have loaded.
 */
export function useContentWidths(
  fields: readonly Field[],
  rows: readonly RaRecord[],
): ContentWidths {
  const [widths, setWidths] = useState<ContentWidths>(new Map());
  // A column that was just added has no values until the rows are read again.
  const unmeasured = fields.filter((field) => {
    if (!widths.has(field)) return rows.some((row) => valueAt(row, field.name) !== undefined);
    return widths.get(field) === EMPTY && hasValues(field, rows);
  });
  const shown = useShownTexts(unmeasured, rows);
  const unknown = unmeasured.filter((field) => !shown.loading.has(field));
  if (unknown.length > 0)
    setWidths(
      new Map([...widths, ...unknown.map((field) => [field, widest(field, rows, shown)] as const)]),
    );
  return widths;
}

/** The column that names a record in words: of those in its title the one with the longest values. */
export function titleColumn(
  resource: Resource,
  columns: readonly Field[],
  content: ContentWidths,
): Field | undefined {
  const names = titleFields(resource);
  return columns
    .filter(({ name }) => names.includes(name))
    .toSorted((one, other) => (content.get(other) ?? 0) - (content.get(one) ?? 0))[0];
}

function hasValues(field: Field, rows: readonly RaRecord[]): boolean {
  return rows.slice(0, MEASURED).some((row) => !isEmptyValue(valueAt(row, field.name)));
}

function widest(field: Field, rows: readonly RaRecord[], shown: ShownTexts): number | undefined {
  if (!hasValues(field, rows)) return EMPTY;
  const { line } = uiOf(field);
  // Nobody knows the width of a cell of the installation.
  if (!line || ownLookIn(field, 'list')) return undefined;
  const widths = rows.slice(0, MEASURED).map((record) => {
    const value = valueAt(record, field.name);
    if (isEmptyValue(value)) return 0;
    const unit = unitFieldOf(field) === undefined ? '' : ` ${unitOf(field, record) ?? ''}`;
    const texts = shown.of(field, value);
    const members = texts.length === MEMBERS + 1 ? texts : texts.slice(0, MEMBERS);
    const sizes = members.map((text) => textWidth(text + unit) + (line === 'pills' ? PILL : 0));
    const others = texts.length > members.length ? NUMBER : 0;
    return sizes.reduce((sum, size) => sum + size + GAP, others - GAP);
  });
  return Math.ceil(Math.max(0, ...widths)) + AROUND;
}
