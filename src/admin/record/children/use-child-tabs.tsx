import { useMemo } from 'react';
import type { Identifier } from 'react-admin';
import { useText } from '../../messages/use-text.ts';
import type { MoreTab } from '../record-tabs.tsx';
import { useNumber } from '../../kit/use-number.ts';
import { ChildTable } from './child-table.tsx';
import { useChildTotals } from './use-child-totals.ts';
import { useChildren } from './use-children.ts';
import { useExtensionTabs } from './use-extension-tabs.tsx';

/** A tab on a record's page for each of its child lists, with how many there are as soon as that is known; then those of extensions. */
export function useChildTabs(id: Identifier): readonly MoreTab[] {
  const lists = useChildren();
  const totals = useChildTotals(lists, id);
  const say = useText();
  const number = useNumber();
  const others = useExtensionTabs(id);
  return useMemo(
    () => [
      ...lists.map((list, index) => {
        const total = totals[index];
        return {
          key: `${list.resource.name}.${list.field.name}`,
          label: say(list.label) + (total === undefined ? '' : ` (${number(total)})`),
          isEmpty: total === 0,
          content: <ChildTable list={list} id={id} />,
        };
      }),
      ...others,
    ],
    [lists, totals, id, say, number, others],
  );
}
