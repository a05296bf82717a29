import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { RecordProvider } from '../../client/data-provider.ts';
import type { Neighbours, WalkedList } from '../../client/neighbours.ts';
import { useResource } from '../../kit/use-resource.ts';

/** Who stands beside a record in a list; what was known of the one before, while it is not. */
export function useNeighbours(
  id: string,
  list: WalkedList,
): { data: Neighbours | undefined; isOld: boolean } {
  const { name } = useResource().resource;
  const { neighbours } = useDataProvider<RecordProvider>();
  const { data, isPlaceholderData } = useQuery({
    // Named as react-admin names its own, so that writes to the resource refresh it too.
    queryKey: [name, 'neighbours', { id, ...list }],
    queryFn: ({ signal }) => neighbours(name, { id, ...list, signal }),
    placeholderData: keepPreviousData,
    // Who cannot be told the way needs no message about it: the record is there.
    retry: false,
  });
  return { data, isOld: isPlaceholderData };
}
