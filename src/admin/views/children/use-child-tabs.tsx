import { useMemo } from 'react';
import type { Identifier } from 'react-admin';
import type { MoreTab } from '../record/record-tabs.tsx';
import { ChildTab } from './child-tab.tsx';
import { ChildTable } from './child-table.tsx';
import { useChildren } from './use-children.ts';

/** A tab on a record's page for each of its child lists. */
export function useChildTabs(id: Identifier): readonly MoreTab[] {
  const lists = useChildren();
  return useMemo(
    () =>
      lists.map((list) => ({
        key: `${list.resource.name}.${list.field.name}`,
        label: <ChildTab list={list} id={id} />,
        content: <ChildTable list={list} id={id} />,
      })),
    [lists, id],
  );
}
