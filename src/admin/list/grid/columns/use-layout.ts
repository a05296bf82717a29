import { useMemo } from 'react';
import { columnPaths } from '../../../../descriptor/column-field.ts';
import { systemFields } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/field.ts';
import { useSetting } from '../../../client/use-setting.ts';
import { useResource, type ResourceView } from '../../../kit/use-resource.ts';
import { linkColumn } from '../../../kit/link-column.ts';
import type { ListView } from '../../list-view.ts';
import { useCurrentView } from '../../use-views.ts';
import type { ColumnChoice } from '../grid-columns.ts';
import { asSeen, readLayout, type Layout } from './layout.ts';

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
