import { headOf } from '../../../../fields/text/head-of-path.ts';
import { createContext, use, useMemo } from 'react';
import { columnPaths } from '../../../../descriptor/column-field.ts';
import type { AggregateFunction } from '../../../../descriptor/filter/aggregates.ts';
import { isObject, isSameJson } from '../../../../descriptor/json-object.ts';
import { systemFields, type Resource } from '../../../../descriptor/descriptor.ts';
import { titleFields } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useSetting } from '../../../client/use-setting.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { ResourceView } from '../../../kit/as-of.ts';
import { linkColumn } from '../../../resource/record-link.tsx';
import { type ListView, useCurrentView } from '../../list-views.ts';
import { type ColumnChoice, isDensity, type Density, clampWidth } from '../grid-table.ts';
import { scopes, type Scope } from '../../keep-in-address.ts';
import type { Pin } from './to-pins.ts';

export type LayoutView = Layout & {
  /** The fields of the columns, from left to right. */
  shown: readonly Field[];
  /** The other fields that can be shown, in the order of the descriptor. */
  hidden: readonly Field[];
  isDefault: boolean;
  /** Whether a part that a view stores differs from the view, or from the list itself. Groups, boards and calendars are compared elsewhere. */
  isChanged: boolean;
  change(change: Partial<Layout>): void;
  /** Columns and row height as the view or the list has them. */
  resetColumns(): void;
  /** Every part that a view stores as the view has it. */
  discard(): void;
};

const LayoutContext = createContext<LayoutView | undefined>(undefined);

export const LayoutProvider = LayoutContext.Provider;

/** How the user has laid out this list. */
export function useLayout(): LayoutView {
  const layout = use(LayoutContext);
  if (layout === undefined) throw new Error('useLayout must be used inside a <ListState>');
  return layout;
}

/**
 * Reads how the user has laid out this list, stored on the server for any computer. Columns are stored by field
 * name: positions would mean other columns after the next change of the descriptor. Names of fields
 * that no longer exist are ignored.
 */
export function useStoredLayout(): LayoutView {
  const view = useResource();
  const { id, view: named } = useCurrentView();
  const key = `grid.${view.resource.name}${id === undefined ? '' : `.${id}`}`;
  const [kept, keep] = useSetting<Partial<Layout>>(key);
  return useMemo(() => {
    const preset = toPreset(view, named);
    const layout = readLayout(kept, preset);
    const seen = (of: Layout): Columns =>
      asSeen(of.columns.filter(({ name }) => view.find(name) !== undefined));
    const columns = seen(layout);
    const shown = toFields(
      view,
      columns.map(({ name }) => name),
    );
    const offered = toFields(view, [...view.readable.flatMap(columnPaths), ...systemFields]);
    return {
      ...layout,
      columns,
      shown,
      hidden: offered.filter((field) => !shown.includes(field)),
      isDefault: kept?.columns === undefined && kept?.density === undefined,
      isChanged: !isSameJson(storedParts(layout, columns), storedParts(preset, seen(preset))),
      change: (change) => keep({ ...kept, ...change }),
      resetColumns: () => keep(kept && { ...kept, ...ownColumns }),
      discard: () => {
        const { hasFilterRow, hasFacets, closed, calendar } = kept ?? {};
        keep(kept && { hasFilterRow, hasFacets, closed, calendar });
      },
    };
  }, [view, named, kept, keep]);
}

/** The list as a table. */
export const TABLE = 'table';

const ownColumns = { columns: undefined, density: undefined };

/** The layout of the descriptor. The columns that name a record stay visible if they come first. */
function toPreset(view: ResourceView, named: ListView | undefined): Layout {
  const { list } = view.resource;
  const fields = toFields(view, list.columns);
  const pinned = toPinned(view.resource, fields);
  const columns = fields.map((field): ColumnChoice => ({
    name: field.name,
    ...(pinned.includes(field) && { pin: 'left' }),
  }));
  return {
    columns: named?.columns ?? columns,
    density: named?.density ?? 'standard',
    hasFilterRow: false,
    hasFacets: false,
    hasFigures: Boolean(named?.figures),
    figures: named?.figures ?? {},
    groups: named?.groups ?? [],
    shownAs: named?.shownAs ?? TABLE,
    calendar: 'month',
    closed: [],
  };
}

/** The columns that name a record, if they come first; of a title of several parts only the first, as all are wide. */
function toPinned(resource: Resource, fields: readonly Field[]): readonly Field[] {
  const link = linkColumn(resource, fields);
  const names = titleFields(resource);
  const isNaming = (field: Field): boolean =>
    field === link || names.some((name) => headOf(name) === field.name);
  const other = fields.findIndex((field) => !isNaming(field));
  const naming = other < 0 ? 1 : other;
  return fields.slice(0, resource.titleParts.length > 1 ? Math.min(naming, 1) : naming);
}

/** What a view stores of a layout; a row of figures that is closed counts for nothing. */
function storedParts({ density, hasFigures, figures }: Layout, columns: Columns) {
  const plain = columns.map(({ name, width, pin }) => [name, width, pin]);
  return { columns: plain, density, figures: hasFigures && figures };
}

function toFields(view: ResourceView, names: readonly string[]): Field[] {
  return names.map((name) => view.column(name)).filter((field) => field !== undefined);
}

/** The stored layout of a list: its columns by field name, in their order. */
type Layout = {
  columns: Columns;
  density: Density;
  /** Whether the row of filters under the head is open, and the counts of values beside the grid. */
  hasFilterRow: boolean;
  hasFacets: boolean;
  /** Whether the row of figures at the foot is open, and its functions by field name. */
  hasFigures: boolean;
  figures: Readonly<Record<string, AggregateFunction>>;
  /** The fields by which the list is grouped, the outermost first. */
  groups: readonly string[];
  /** `board:status` or `calendar:dueOn`, and `table` for a table. */
  shownAs: string;
  /** Whether calendars show a month, a week or a day. */
  calendar: Scope;
  /** The closed columns of boards, as `status=done`. */
  closed: readonly string[];
};

/** Reads a layout stored by any version of these screens; unreadable parts get the preset. */
function readLayout(kept: unknown, preset: Layout): Layout {
  const layout = (kept ?? {}) as Partial<Layout>;
  const { columns, density, hasFilterRow, hasFacets, hasFigures, figures } = layout;
  const read = Array.isArray(columns) ? columns.filter(isChoice) : [];
  return {
    columns: read.length > 0 ? read : preset.columns,
    density: isDensity(density) ? density : preset.density,
    hasFilterRow: typeof hasFilterRow === 'boolean' ? hasFilterRow : preset.hasFilterRow,
    hasFacets: typeof hasFacets === 'boolean' ? hasFacets : preset.hasFacets,
    hasFigures: typeof hasFigures === 'boolean' ? hasFigures : preset.hasFigures,
    figures: isObject(figures) ? figures : preset.figures,
    groups: Array.isArray(layout.groups) ? toTexts(layout.groups) : preset.groups,
    shownAs: typeof layout.shownAs === 'string' ? layout.shownAs : preset.shownAs,
    calendar: scopes.find((scope) => scope === layout.calendar) ?? 'month',
    closed: toTexts(layout.closed),
  };
}

function toTexts(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
}

function isChoice(column: unknown): column is ColumnChoice {
  return typeof (column as ColumnChoice | null)?.name === 'string';
}

type Columns = readonly ColumnChoice[];

/** Adds a column at the end, or removes it. */
export function withColumn(columns: Columns, name: string, isShown: boolean): Columns {
  const others = columns.filter((column) => column.name !== name);
  return isShown ? [...others, { name }] : others;
}

/** The columns in visible order: pinned left first, pinned right last. */
function asSeen(columns: Columns): Columns {
  const of = (pin: Pin | undefined) => columns.filter((column) => column.pin === pin);
  return [...of('left'), ...of(undefined), ...of('right')];
}

/** Whether the column has a neighbour with the same pin to change places with. */
export function canMoveColumn(columns: Columns, name: string, way: -1 | 1): boolean {
  const at = columns.findIndex((column) => column.name === name);
  const [column, other] = [columns[at], columns[at + way]];
  return column !== undefined && other !== undefined && column.pin === other.pin;
}

/** Moves the column one place; if it cannot move, nothing changes. */
export function movedColumn(columns: Columns, name: string, way: -1 | 1): Columns {
  if (!canMoveColumn(columns, name, way)) return columns;
  const at = columns.findIndex((column) => column.name === name);
  return columns.toSpliced(at, 1).toSpliced(at + way, 0, columns[at]!);
}

/** Moves the column to the edge of another one and pins it like that one: a column dropped there should stay there. */
export function droppedColumn(
  columns: Columns,
  name: string,
  onto: { name: string; edge: 'before' | 'after' },
): Columns {
  const dragged = columns.find((column) => column.name === name);
  const others = columns.filter((column) => column !== dragged);
  const at = others.findIndex((column) => column.name === onto.name);
  if (dragged === undefined || at < 0) return columns;
  const to = onto.edge === 'after' ? at + 1 : at;
  return others.toSpliced(to, 0, { ...dragged, pin: others[at]!.pin });
}

/** Undefined gives the column its natural width. */
export function sizedColumn(columns: Columns, name: string, width: number | undefined): Columns {
  const size = width && clampWidth(width);
  return columns.map((column) => (column.name === name ? { ...column, width: size } : column));
}

export function pinnedColumn(columns: Columns, name: string, pin: Pin | undefined): Columns {
  return columns.map((column) => (column.name === name ? { ...column, pin } : column));
}
