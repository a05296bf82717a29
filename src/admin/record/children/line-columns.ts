import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import type { ResourceView } from '../../kit/as-of.ts';
import type { ChildList } from './use-children.ts';

/** The fields of a line: those with a column, and those that a row shows on demand. */
export type LineColumns = { shown: readonly Field[]; rest: readonly Field[] };

/** The columns of the list that are fields of the line, and its other required fields. The order needs no column. */
export function toLineColumns(
  { columns, path, place }: ChildList,
  view: ResourceView,
): LineColumns {
  const isShown = ({ name }: Field) => name !== path && name !== place;
  const own = columns.filter((field) => view.resource.fields.has(field.name) && isShown(field));
  const names = new Set(own.map(({ name }) => name));
  const others = view.writable.filter((field) => !names.has(field.name) && isShown(field));
  return {
    shown: [...own, ...others.filter(({ required }) => required)],
    rest: others.filter(({ required }) => !required),
  };
}

/** How the cells of a column are aligned, and how much room they need. */
export function toCellProps({ isWritable }: ResourceView, field: Field) {
  const { align = 'left', width } = uiOf(field);
  return {
    align: isWritable(field.name) ? 'left' : align,
    'data-width': width?.(field) ?? 'middle',
  } as const;
}
