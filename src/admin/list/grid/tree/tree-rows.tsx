import type { TreeRows } from './plant-tree.ts';
import { createContext, useContext, useState, type ReactNode, use } from 'react';
import { ListContextProvider, useListContext, type RaRecord } from 'react-admin';
import type { Field } from '../../../../fields/type/field.ts';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import { Box } from '@mui/material';
import { useResource } from '../../../kit/use-resource.ts';

const TreeContext = createContext<TreeRows | undefined>(undefined);

/** The tree that the list is shown as; undefined for a table. */
export function useTree(): TreeRows | undefined {
  return useContext(TreeContext);
}

const texts = import.meta.glob('/src/admin/messages/*/list/tree.ts');
const TreeLoader = lazyPart(() => import('./tree-loader.tsx'), 'TreeLoader', texts);

type TreeFrameProps = {
  /** The reference to the parent; undefined for a table. */
  field: Field | undefined;
  fields: readonly string[];
  children: ReactNode;
};

/** Gives a list that is shown as a tree its records. The element tree is the same for a table. */
export function TreeFrame({ field, fields, children }: TreeFrameProps) {
  const list = useListContext();
  const [tree, setTree] = useState<TreeRows>();
  const value = field ? { ...list, ...toList(tree) } : list;
  return (
    <ListContextProvider value={value as typeof list}>
      <TreeContext value={field && tree}>
        {field && <TreeLoader field={field} fields={fields} onRows={setTree} />}
        {children}
      </TreeContext>
    </ListContextProvider>
  );
}

function toList(tree: TreeRows | undefined) {
  const { data, error = null } = tree ?? {};
  const isPending = data === undefined && error === null;
  return {
    data,
    // Nobody counts what closed records have below them.
    total: data?.length === 0 ? 0 : undefined,
    error,
    isPending,
    isLoading: isPending,
    isFetching: tree?.isFetching ?? true,
    ...(tree && { refetch: tree.refetch }),
  };
}

const Ancestors = lazyPart(() => import('../../../../fields/screen/ancestors.ui.tsx'), 'Ancestors');

const WaysContext = createContext(false);

/** Whether each row names the records above it, because a filter has taken it out of its tree. */
export const WaysShown = WaysContext.Provider;

/** The titles of the records above one, beside its title: `Tools › Saws › `. */
export function Way({ record }: { record: RaRecord }) {
  const { resource } = useResource();
  if (!use(WaysContext)) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      <Ancestors resource={resource.name} record={record} />
    </Box>
  );
}
