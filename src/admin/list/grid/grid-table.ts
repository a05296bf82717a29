import { useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../resource/field-value.tsx';
import type { CellRef } from './grid-store.ts';
import { toPins, type Pin } from './columns/to-pins.ts';
import { EMPTY, type ContentWidths, textWidth } from './columns/content-width.ts';

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

/** Whether the values of a column belong to other records, or are such records. */
export function isBehind({ through }: Resource, field: Field): boolean {
  return through.has(field.name) || field.kind.relation !== undefined;
}

/** The record and the field of a cell; undefined beside the records. */
export function cellAt(
  { table, rows }: { table: GridTable; rows: readonly RaRecord[] },
  { row, column }: CellRef,
): { record: RaRecord; field: Field } | undefined {
  const record = rows[row];
  const field = table.columns[column]?.field;
  return record && field && { record, field };
}

type Room = {
  /** Pixels of the frame, and of the row tools in it. */
  room: number;
  /** What stays free behind the last column, if the table leaves that much. */
  behind: number;
  lead: number;
  /** What the values of columns need. */
  content: ContentWidths;
  /** The field that names a record, which takes the free space. */
  title: Field | undefined;
};

/** The columns of a layout: their order, widths and positions in pixels. TanStack Table would add 17 kB to the first list. */
export function useGridTable(
  fields: readonly Field[],
  choices: readonly ColumnChoice[],
  { room, behind, lead, content, title }: Room,
): GridTable {
  const { texts: app, say, language } = useI18n();
  return useMemo(() => {
    const byName = new Map(choices.map((choice) => [choice.name, choice]));
    const wished = fields.map((field) =>
      toSized(field, {
        label: say(field.label),
        sized: byName.get(field.name)?.width,
        measured: content.get(field),
        choices: uiOf(field)
          .options?.(field, language, app.values)
          .map((option) => option.label),
        isTitle: field === title,
      }),
    );
    const free = room - lead - behind;
    const freeing = spread(wished, free);
    const sizes = sumOf(freeing) <= free ? freeing : spread(wished, room - lead);
    const pins = toPins(
      fields.map(({ name }) => byName.get(name)?.pin),
      sizes,
      room - lead,
    );
    let index = 0;
    const toPart = (pin: Pin | undefined, from = 0): { columns: GridColumn[]; width: number } => {
      const columns: GridColumn[] = [];
      let offset = from;
      for (const [at, field] of fields.entries()) {
        if (pins[at] !== pin) continue;
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
  }, [fields, choices, room, behind, lead, content, title, say, language, app]);
}

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

/** Whether its values are titles of records. */
function showsTitles({ kind, settings }: Field): boolean {
  return kind.relation?.(settings).many === false;
}

/** `title`: what titles get at least, even if the table has to scroll for them. */
const widths = { narrow: 116, half: 184, wide: 240, title: 320 } as const;

type Known = {
  label: string;
  /** The width that the user gave the column. */
  sized: number | undefined;
  measured: number | undefined;
  /** The labels of its choices. */
  choices: readonly string[] | undefined;
  isTitle: boolean;
};

function toSized(field: Field, { label, sized, measured, choices, isTitle }: Known): Sized {
  const name = nameOf(field, label);
  const isBadge = choices !== undefined && measured === undefined;
  const needed =
    measured === EMPTY
      ? widthOfName(name, BESIDE_EMPTY)
      : widthOf(field, label, measured, isBadge ? choices : []);
  const most = isTitle || showsTitles(field) ? widths.title : widths.wide;
  const width = clampWidth(sized ?? Math.min(needed, most));
  // A column that the user sized keeps its width, and a badge says no more in a wider one.
  const isSettled = sized !== undefined || isBadge || measured === EMPTY;
  return {
    width,
    least: widthOfName(name),
    needed: isSettled ? width : needed,
    isSettled,
    isTitle,
  };
}

/**
 * As wide as its values, or else as its type prefers; and wide enough for its name and unit on two lines and for each
 * of its choices: two badges that start alike look the same when they are cut.
 */
function widthOf(
  field: Field,
  label: string,
  content: number | undefined,
  choices: readonly string[] = [],
): number {
  const ui = uiOf(field);
  const liked = ui.align === 'right' ? 'narrow' : (ui.width?.(field) ?? 'half');
  const longest = Math.max(0, ...choices.map(({ length }) => length));
  return Math.max(
    content ?? widths[liked],
    widthOfName(nameOf(field, label)),
    Math.min(longest * 6.8 + 58, widths.wide),
  );
}

function nameOf(field: Field, label: string): string {
  const unit = uiOf(field).unit?.(field);
  return unit === undefined ? label : `${label} ${unit}`;
}

/** Pixels beside the name of a column: padding, the arrow of the sort with its rank, and the menu. */
const BESIDE_NAME = 72;

/** A column without values has no sort to show, so that beside its name there is only the menu. */
const BESIDE_EMPTY = 48;

/** What a name needs when it breaks once, at the best place: a head is never cut. */
function widthOfName(name: string, beside = BESIDE_NAME): number {
  const lines = [
    name,
    ...[...name.matchAll(/[\s-]/g)].flatMap(({ index }) => {
      const at = index + 1;
      return [name.slice(0, at), name.slice(at)];
    }),
  ];
  const [whole = 0, ...parts] = lines.map((line) => textWidth(line.trim(), 'bold'));
  const broken = parts.flatMap((part, at) => (at % 2 ? [] : [Math.max(part, parts[at + 1]!)]));
  return Math.ceil(Math.min(whole, ...broken)) + beside + (isByFinger() ? FINGER - 24 : 0);
}

/** The narrowest a wide column may get to fit the table into its frame, as a part of its preferred width. */
const tightest = 0.6;

/** The widest that one value makes a column, except the title's: a long comment would push the others apart. */
const widest = 420;

type Sized = {
  width: number;
  /** What its name needs. */
  least: number;
  needed: number;
  isSettled: boolean;
  isTitle: boolean;
};

/**
 * The widths that fit the table into its frame. Free space goes to the title as far as its values are cut, then to
 * other cut values, and what is left to the title. If room is short, wide columns shrink, because a cut number or badge
 * says nothing. A table too tight for that scrolls.
 */
function spread(columns: readonly Sized[], room: number): number[] {
  const sizes = columns.map(({ width }) => width);
  let spare = room - sumOf(sizes);
  if (room <= 0) return sizes;
  if (spare < 0) return shrunk(columns, spare);
  const grow = (at: number, limit: number): void => {
    const more = Math.max(0, Math.min(spare, limit - sizes[at]!));
    sizes[at]! += more;
    spare -= more;
  };
  const open = [...columns.keys()].filter((at) => !columns[at]!.isSettled);
  const last =
    open.find((at) => columns[at]!.isTitle) ??
    open.toSorted((one, other) => sizes[other]! - sizes[one]!)[0];
  if (last === undefined) return sizes;
  grow(last, columns[last]!.needed);
  // The one that needs least is first: more of them are whole then.
  const lacks = (at: number): number => columns[at]!.needed - sizes[at]!;
  for (const at of open.toSorted((one, other) => lacks(one) - lacks(other)))
    grow(at, Math.min(columns[at]!.needed, widest));
  grow(last, Infinity);
  return sizes.map(Math.floor);
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

function shrunk(columns: readonly Sized[], spare: number): number[] {
  const gives = columns.map(({ width, least, isSettled }) =>
    isSettled || width <= widths.half ? 0 : Math.max(0, width - Math.max(least, tightest * width)),
  );
  const giving = sumOf(gives);
  if (giving + spare < 0 || giving === 0) return columns.map(({ width }) => width);
  return columns.map(({ width }, at) => Math.floor(width + (spare * gives[at]!) / giving));
}

export const FILTER_ROW_HEIGHT = 38;

/** A function above its result; on touch screens the function is high enough for a finger. */
export const FIGURES_HEIGHT = isByFinger() ? 66 : 46;

/** Row heights in pixels; each leaves a structure enough room to be told from others. */
const rowHeights = { compact: 30, standard: 37, comfortable: 52 } as const;

export type Density = keyof typeof rowHeights;

export const densities = Object.keys(rowHeights) as readonly Density[];

export const HEAD_HEIGHT = 42;

/** Larger if the reader has larger texts, and high enough for a finger on touch screens. */
export function rowHeight(density: Density): number {
  const height = Math.round(rowHeights[density] * textScale());
  return isByFinger() ? Math.max(FINGER, height) : height;
}

/** WCAG 2.2, 2.5.5. */
const FINGER = 44;

function isByFinger(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false;
}

/** How much larger than usual the reader's texts are; at least 1. */
function textScale(): number {
  const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.max(1, fontSize / 16);
}

/** The width of the row tools together: checkbox, button of the child lists, and menu. */
export function rowToolsWidth(isSelectable: boolean, isExpandable: boolean): number {
  if (isByFinger()) return 8 + FINGER * (1 + Number(isSelectable) + Number(isExpandable));
  const tools = (isSelectable ? 28 : 0) + (isExpandable ? 24 : 0) + 24;
  return 8 + Math.ceil(tools * textScale());
}

export function isDensity(value: unknown): value is Density {
  return typeof value === 'string' && Object.hasOwn(rowHeights, value);
}
