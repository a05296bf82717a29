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

/** Pixels beside a value: the padding of its cell, the line and the tool of the row. */
const AROUND = 34;

/** So many rows of the page are measured. */
const MEASURED = 100;

/** `EMPTY` if no row has a value, undefined if the values are not drawn as one line of text. */
export type ContentWidths = ReadonlyMap<Field, number | undefined>;

export const EMPTY = 0;

/**
 * The widths in pixels that the values of the columns need. They are measured with the first rows of a list, and stay
 * while it is open: columns that change their widths with each page make it hard to compare. Only a column without
 * values is measured again, when the first come.
 */
export function useContentWidths(
  fields: readonly Field[],
  rows: readonly RaRecord[],
): ContentWidths {
  const [widths, setWidths] = useState<ContentWidths>(new Map());
  // A column that was just added has no values until the rows are read again.
  const unknown = fields.filter((field) => {
    if (!widths.has(field)) return rows.some((row) => valueAt(row, field.name) !== undefined);
    return widths.get(field) === EMPTY && hasValues(field, rows);
  });
  if (unknown.length > 0)
    setWidths(
      new Map([...widths, ...unknown.map((field) => [field, widest(field, rows)] as const)]),
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

function widest(field: Field, rows: readonly RaRecord[]): number | undefined {
  if (!hasValues(field, rows)) return EMPTY;
  // Nobody knows the width of a cell of the installation.
  if (!uiOf(field).isLine || ownLookIn(field, 'list')) return undefined;
  const widths = rows.slice(0, MEASURED).map((record) => {
    const value = valueAt(record, field.name);
    if (value === null || value === undefined) return 0;
    const unit = unitFieldOf(field) === undefined ? '' : ` ${unitOf(field, record) ?? ''}`;
    return textWidth(field.kind.text.write(value, field.settings) + unit);
  });
  return Math.ceil(Math.max(0, ...widths)) + AROUND;
}
