import type { Field } from '../../fields/field.ts';
import { uiOf } from '../views/field-value.tsx';

export type Pin = 'left' | 'right';

/** One column as a layout keeps it: by the name of its field, so that a changed descriptor cannot scramble it. */
export type ColumnChoice = { name: string; width?: number | undefined; pin?: Pin | undefined };

/** One column as it is drawn. `offset` is from the beginning of its part: pinned left, middle, pinned right. */
export type GridColumn = {
  field: Field;
  index: number;
  width: number;
  offset: number;
  pin: Pin | undefined;
};

/** Neither too narrow to be seen nor wider than a screen. */
export function clampWidth(width: number): number {
  return Math.round(Math.max(64, Math.min(width, 900)));
}

const widths = { narrow: 116, half: 184, wide: 240 } as const;

/** As wide as the type likes it, and wide enough for its name on two lines. */
export function widthOf(field: Field, label: string): number {
  const ui = uiOf(field);
  const liked = ui.align === 'right' ? 'narrow' : (ui.width?.(field) ?? 'half');
  return Math.max(widths[liked], Math.min(widthOnTwoLines(label) * 7.4 + 44, widths.half));
}

/** So narrow a column may get for the table to fit its frame, as a part of what it likes. */
const tightest = 0.8;

/**
 * The widths in a frame: what nobody sized grows or gives way, each in proportion, so that
 * the table fits its frame; where that would be too tight, it is scrolled.
 */
export function stretched(
  columns: readonly { width: number; isSized: boolean }[],
  room: number,
): number[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const growing = columns.reduce((sum, { width, isSized }) => sum + (isSized ? 0 : width), 0);
  const spare = room - total;
  const isTooTight = spare < 0 && growing + spare < tightest * growing;
  if (room <= 0 || isTooTight || growing === 0) return columns.map(({ width }) => width);
  return columns.map(({ width, isSized }) =>
    isSized ? width : Math.floor(width + (spare * width) / growing),
  );
}

/** Characters a label needs side by side when it is broken once, at the best place. */
function widthOnTwoLines(label: string): number {
  const breaks = [...label.matchAll(/[\s-]/g)].map((found) => found.index + 1);
  const halves = breaks.map((at) => Math.max(at, label.length - at));
  return Math.min(label.length, ...halves) + 2;
}
