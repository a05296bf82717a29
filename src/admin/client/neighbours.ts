import type { Neighbours } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Http } from './http.ts';
import { toListQuery, type Filters } from './list-query.ts';

/** A list as somebody walks through it. */
export type WalkedList = { filter: Filters; sort: { field: string; order: string } };

/** Who stands before and after a record in a list, and which of how many it is. */
export type FindNeighbours = (
  resource: string,
  order: WalkedList & { id: string; signal?: AbortSignal },
) => Promise<Neighbours>;

export function createFindNeighbours(http: Http, find: (name: string) => Resource): FindNeighbours {
  return async (name, { id, filter, sort, signal }) => {
    const path = `${find(name).root}/${encodeURIComponent(id)}/neighbours`;
    const { json } = await http.call(`${path}?${toListQuery({ filter, sort })}`, {
      signal: signal ?? null,
    });
    return json as Neighbours;
  };
}
