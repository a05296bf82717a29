import type { Field } from '../../../../fields/type/field.ts';
import { readBound, splitQualifier } from '../../../../fields/type/qualifier-of.ts';
import type { BlockCell } from './cell-text.ts';

/** A text for a field. */
export type FieldCell = { field: Field } & BlockCell;

type CellPlace = {
  /** The qualifier of the field, if it may be written. */
  qualifier: Field | undefined;
  /** The values of the record, as the user sees them. */
  values: Readonly<Record<string, unknown>>;
  /** What is written into the qualifier's own column at the same time. */
  beside: string | undefined;
};

/**
 * `<0.5` is two values: the number, and its qualifier in a field that the list need not show. What is written into the
 * qualifier's own column counts.
 */
export function toFieldCells(field: Field, cell: BlockCell, place: CellPlace): FieldCell[] {
  const { qualifier, values, beside } = place;
  // As one value, it is refused with the reason.
  const whole = { ...cell, field };
  if (!qualifier) return [whole];
  if (beside !== undefined) {
    const written = splitQualifier(qualifier, cell.text);
    // A choice may also be pasted by its label.
    const isOther = beside === '' || splitQualifier(qualifier, `${beside}1`)?.qualifier === beside;
    const contradicts = written !== undefined && isOther && beside !== written.qualifier;
    return [contradicts ? whole : { ...whole, text: written?.number ?? cell.text }];
  }
  const before = { number: values[field.name], qualifier: values[qualifier.name] };
  const bound = readBound(qualifier, cell.text, before);
  const number = { ...whole, text: bound.number };
  if (bound.qualifier === undefined) return [number];
  return [number, { text: bound.qualifier ?? '', field: qualifier }];
}
