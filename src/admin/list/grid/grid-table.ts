import { useMemo } from 'react';
import type { Field } from '../../../fields/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../kit/field-value.tsx';

export type GridTable = {
  /** In visible order: pinned left, the middle, pinned right. */
  columns: readonly GridColumn[];
  left: readonly GridColumn[];
  middle: readonly GridColumn[];
  right: readonly GridColumn[];
  /** The width of the row tools and the columns pinned beside them. */
  leftWidth: number;
  rightWidth: number;
  width: number;
};

/**
 * The columns of a layout: their order, widths and positions in pixels. TanStack Table does the same and
 * more for 17 kB in the first list, which has no room for what it does not need.
 */
export function useGridTable(
  fields: readonly Field[],
  choices: readonly ColumnChoice[],
  room: number,
  lead: number,
): GridTable {
  const { translate, say, language } = useI18n();
  return useMemo(() => {
    const byName = new Map(choices.map((choice) => [choice.name, choice]));
    const sizes = stretched(
      fields.map((field) => {
        const sized = byName.get(field.name)?.width;
        const choices = uiOf(field).options?.(field, language, translate);
        const labels = choices?.map((choice) => choice.label);
        // A column that the user sized keeps its width, and a badge says no more in a wider one.
        return {
          width: clampWidth(sized ?? widthOf(field, say(field.label), labels)),
          isSettled: sized !== undefined || choices !== undefined,
        };
      }),
      room - lead,
    );
    let index = 0;
    const toPart = (pin: Pin | undefined, from = 0): { columns: GridColumn[]; width: number } => {
      const columns: GridColumn[] = [];
      let offset = from;
      for (const [at, field] of fields.entries()) {
        if (byName.get(field.name)?.pin !== pin) continue;
        columns.push({ field, index: index++, width: sizes[at]!, offset, pin });
        offset += sizes[at]!;
      }
      return { columns, width: offset };
    };
    const [left, middle, right] = [toPart('left', lead), toPart(undefined), toPart('right')];
    return {
      columns: [...left.columns, ...middle.columns, ...right.columns],
      left: left.columns,
      middle: middle.columns,
      right: right.columns,
      leftWidth: left.width,
      rightWidth: right.width,
      width: left.width + middle.width + right.width,
    };
  }, [fields, choices, room, lead, say, language, translate]);
}

export type Pin = 'left' | 'right';

/** A column as a layout keeps it: by field name, so that a changed descriptor cannot scramble it. */
export type ColumnChoice = { name: string; width?: number | undefined; pin?: Pin | undefined };

/** A column as drawn. `offset` counts from the start of its part: pinned left (after the row tools), middle, pinned right. */
export type GridColumn = {
  field: Field;
  index: number;
  width: number;
  offset: number;
  pin: Pin | undefined;
};

/** Neither too narrow to see nor wider than a screen. */
export function clampWidth(width: number): number {
  return Math.round(Math.max(64, Math.min(width, 900)));
}

const widths = { narrow: 116, half: 184, wide: 240 } as const;

/**
 * As wide as its type prefers, and wide enough for its name and unit on two lines and for each of its
 * choices: two badges that start alike look the same when they are cut.
 */
function widthOf(field: Field, label: string, choices: readonly string[] = []): number {
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

/** The narrowest a wide column may get to fit the table into its frame, as a part of its preferred width. */
const tightest = 0.6;

/**
 * The widths that fit the table into its frame. Columns without a settled width grow in proportion. If room is
 * short, wide columns shrink, because a cut number or badge says nothing. A table too tight for that scrolls.
 */
function stretched(columns: readonly { width: number; isSettled: boolean }[], room: number) {
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

/** The characters a label needs per line when it breaks once, at the best place. */
function widthOnTwoLines(label: string): number {
  const breaks = [...label.matchAll(/[\s-]/g)].map((found) => found.index + 1);
  const halves = breaks.map((at) => Math.max(at, label.length - at));
  return Math.min(label.length, ...halves) + 2;
}

export const FILTER_ROW_HEIGHT = 38;

/** Row heights in pixels; each leaves a structure enough room to be told from others. */
const rowHeights = { compact: 30, standard: 37, comfortable: 52 } as const;

export type Density = keyof typeof rowHeights;

export const densities = Object.keys(rowHeights) as readonly Density[];

export const HEAD_HEIGHT = 42;

/** Larger if the reader has larger texts, and high enough for a finger on touch screens. */
export function rowHeight(density: Density): number {
  const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const height = Math.round(rowHeights[density] * Math.max(1, fontSize / 16));
  return isByFinger() ? Math.max(FINGER, height) : height;
}

/** WCAG 2.2, 2.5.5. */
const FINGER = 44;

function isByFinger(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false;
}

/** The width of the row tools together: checkbox, button of the child lists, and menu. */
export function rowToolsWidth(isSelectable: boolean, isExpandable: boolean): number {
  if (isByFinger()) return 8 + FINGER * (1 + Number(isSelectable) + Number(isExpandable));
  return 8 + (isSelectable ? 28 : 0) + (isExpandable ? 24 : 0) + 24;
}

export function isDensity(value: unknown): value is Density {
  return typeof value === 'string' && Object.hasOwn(rowHeights, value);
}
