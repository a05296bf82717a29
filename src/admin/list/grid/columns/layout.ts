import { useMemo } from 'react';
import { columnPaths } from '../../../../descriptor/column-field.ts';
import { systemFields } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/field.ts';
import { useSetting } from '../../../client/use-setting.ts';
import { useResource, type ResourceView } from '../../../kit/use-resource.ts';
import { linkColumn } from '../../../kit/record-link.tsx';
import { type ListView, useCurrentView } from '../../list-views.ts';
import { type ColumnChoice, isDensity, type Density, clampWidth, type Pin } from '../grid-table.ts';

export type LayoutView = Layout & {
  /** The fields of the columns, as they are seen from left to right. */
  shown: readonly Field[];
  /** What may be shown besides, in the order of the descriptor. */
  hidden: readonly Field[];
  isDefault: boolean;
  change(change: Partial<Layout>): void;
  reset(): void;
};

/**
 * How the user has laid out this list, kept on the server for any computer. Columns are kept by
 * the names of their fields: by position they would be others after the next change of the
 * descriptor. A name that is gone is passed over.
 */
export function useLayout(): LayoutView {
  const view = useResource();
  const { id, view: named } = useCurrentView();
  const key = `grid.${view.resource.name}${id === undefined ? '' : `.${id}`}`;
  const [kept, keep] = useSetting<Partial<Layout>>(key);
  return useMemo(() => {
    const preset = toPreset(view, named);
    const layout = readLayout(kept, preset);
    const columns = asSeen(layout.columns.filter(({ name }) => view.find(name) !== undefined));
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
      change: (change) => keep({ ...kept, ...change }),
      reset: () => keep(kept && { ...kept, columns: undefined, density: undefined }),
    };
  }, [view, named, kept, keep]);
}

/** As the descriptor has it; what a record is called by stays in sight where it comes first. */
function toPreset(view: ResourceView, named: ListView | undefined): Layout {
  const { list } = view.resource;
  const fields = toFields(view, list.columns);
  const link = linkColumn(view.resource, fields);
  const columns = fields.map((field, index): ColumnChoice =>
    index === 0 && field === link ? { name: field.name, pin: 'left' } : { name: field.name },
  );
  return {
    columns: named?.columns ?? columns,
    density: named?.density ?? 'standard',
    hasFilterRow: false,
    hasFacets: false,
  };
}

function toFields(view: ResourceView, names: readonly string[]): Field[] {
  return names.map((name) => view.column(name)).filter((field) => field !== undefined);
}

/** How a list is laid out, as it is kept: columns by the names of their fields, in their order. */
type Layout = {
  columns: Columns;
  density: Density;
  /** Is the row of filters under the head open? And the counts of values beside the grid? */
  hasFilterRow: boolean;
  hasFacets: boolean;
};

/** What was kept, by whatever version of these screens, as a layout; what cannot be read is as it comes. */
function readLayout(kept: unknown, preset: Layout): Layout {
  const { columns, density, hasFilterRow, hasFacets } = (kept ?? {}) as Partial<Layout>;
  const read = Array.isArray(columns) ? columns.filter(isChoice) : [];
  return {
    columns: read.length > 0 ? read : preset.columns,
    density: isDensity(density) ? density : preset.density,
    hasFilterRow: typeof hasFilterRow === 'boolean' ? hasFilterRow : preset.hasFilterRow,
    hasFacets: typeof hasFacets === 'boolean' ? hasFacets : preset.hasFacets,
  };
}

function isChoice(column: unknown): column is ColumnChoice {
  return typeof (column as ColumnChoice | null)?.name === 'string';
}

type Columns = readonly ColumnChoice[];

/** One more column, at the end; or the one gone. */
export function withColumn(columns: Columns, name: string, isShown: boolean): Columns {
  const others = columns.filter((column) => column.name !== name);
  return isShown ? [...others, { name }] : others;
}

/** The columns as they are seen: what is pinned to the left first, what is pinned to the right last. */
function asSeen(columns: Columns): Columns {
  const of = (pin: Pin | undefined) => columns.filter((column) => column.pin === pin);
  return [...of('left'), ...of(undefined), ...of('right')];
}

/** Has the column one beside it, pinned as it is, to change places with? */
export function canStep(columns: Columns, name: string, way: -1 | 1): boolean {
  const at = columns.findIndex((column) => column.name === name);
  const [column, other] = [columns[at], columns[at + way]];
  return column !== undefined && other !== undefined && column.pin === other.pin;
}

/** The column one place further; where it cannot, everything as it was. */
export function steppedColumn(columns: Columns, name: string, way: -1 | 1): Columns {
  if (!canStep(columns, name, way)) return columns;
  const at = columns.findIndex((column) => column.name === name);
  return columns.toSpliced(at, 1).toSpliced(at + way, 0, columns[at]!);
}

/** The column at the edge of another one, and pinned as that one is: who lets it go there means it to stay there. */
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

/** Undefined lets it be as wide as it comes. */
export function sizedColumn(columns: Columns, name: string, width: number | undefined): Columns {
  const size = width && clampWidth(width);
  return columns.map((column) => (column.name === name ? { ...column, width: size } : column));
}

export function pinnedColumn(columns: Columns, name: string, pin: Pin | undefined): Columns {
  return columns.map((column) => (column.name === name ? { ...column, pin } : column));
}
