import { createContext, useContext, useState, type ReactNode } from 'react';
import { ListContextProvider, useListContext, type Identifier, type RaRecord } from 'react-admin';
import type { Field } from '../../../../fields/type/field.ts';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';

/** Where a record is in the tree. */
export type Branch = {
  /** 1 for a record without a parent. */
  level: number;
  /** Whether the records below it are shown; undefined if there are none. */
  isOpen: boolean | undefined;
  /** The record above it; undefined at the top. */
  parent: string | undefined;
};

/** Records that follow a row and are not read yet. */
export type MoreRecords = {
  /** The record that they are below; undefined at the top. */
  parent: RaRecord | undefined;
  level: number;
  state: 'more' | 'loading' | 'failed';
  shown: number;
  /** How many there are, if that was counted. */
  total: number | undefined;
  /** Reads a page of them. */
  read(): void;
};

/** The visible records of a tree, from the top, each followed by those below it if it is open. */
export type TreeRows = {
  data: readonly RaRecord[] | undefined;
  branches: ReadonlyMap<Identifier, Branch>;
  /** By the last record before them. */
  more: ReadonlyMap<Identifier, readonly MoreRecords[]>;
  error: Error | null;
  isFetching: boolean;
  refetch(): void;
  /** Opens or closes a record. */
  toggle(record: RaRecord, to: boolean): void;
};

const TreeContext = createContext<TreeRows | undefined>(undefined);

/** The tree that the list is shown as; undefined for a table. */
export function useTree(): TreeRows | undefined {
  return useContext(TreeContext);
}

const texts = import.meta.glob('/src/admin/messages/*/tree.ts');
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
