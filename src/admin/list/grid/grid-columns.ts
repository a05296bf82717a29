import type { Field } from '../../../fields/field.ts';
import { uiOf } from '../../kit/field-value.tsx';

export type Pin = 'left' | 'right';

/** One column as a layout keeps it: by the name of its field, so that a changed descriptor cannot scramble it. */
export type ColumnChoice = { name: string; width?: number | undefined; pin?: Pin | undefined };

/** One column as it is drawn. `offset` is from the beginning of its part: pinned left (after the tools of a row), middle, pinned right. */
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

/**
 * As wide as the type likes it, and wide enough for its name, and its unit, on two lines, and for
 * each of its choices: two badges that begin alike are the same where they are cut.
 */
export function widthOf(field: Field, label: string, choices: readonly string[] = []): number {
  const ui = uiOf(field);
  const liked = ui.align === 'right' ? 'narrow' : (ui.width?.(field) ?? 'half');
  const unit = ui.unit?.(field);
  const heading = unit === undefined ? label : `${label} ${unit}`;
  const longest = Math.max(0, ...choices.map(({ length }) => length));
  return Math.max(
    widths[liked],
    Math.min(widthOnTwoLines(heading) * 7.4 + 44, widths.half),
    Math.min(longest * 6.8 + 58, widths.wide),
  );
}

/** So narrow a wide column may get for the table to fit its frame, as a part of what it likes. */
const tightest = 0.6;

/**
 * The widths in a frame, in which the table fits: what is not settled grows in proportion; where room is short
 * the wide columns give way, as a number or a badge that is cut says nothing. Too tight a table is scrolled.
 */
export function stretched(
  columns: readonly { width: number; isSettled: boolean }[],
  room: number,
): number[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const spare = room - total;
  const isFirm = ({ width, isSettled }: (typeof columns)[number]) =>
    isSettled || (spare < 0 && width <= widths.half);
  const growing = columns.reduce((sum, one) => sum + (isFirm(one) ? 0 : one.width), 0);
  const isTooTight = spare < 0 && growing + spare < tightest * growing;
  if (room <= 0 || isTooTight || growing === 0) return columns.map(({ width }) => width);
  return columns.map((one) =>
    isFirm(one) ? one.width : Math.floor(one.width + (spare * one.width) / growing),
  );
}

/** Characters a label needs side by side when it is broken once, at the best place. */
function widthOnTwoLines(label: string): number {
  const breaks = [...label.matchAll(/[\s-]/g)].map((found) => found.index + 1);
  const halves = breaks.map((at) => Math.max(at, label.length - at));
  return Math.min(label.length, ...halves) + 2;
}
