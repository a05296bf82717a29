import type { Way } from '../../contract/past.ts';
import { statement } from '../connection/statement.ts';

export type NewChangeSet = {
  id: string;
  /** The `_id` of the person. */
  by: string | null;
  way: Way;
  /** The collection it is made in; null where it may be several. */
  resource: string | null;
  /** More about it, such as the file of an import. */
  detail?: Readonly<Record<string, unknown>>;
  /** The API key of the program that makes it. */
  key?: string | undefined;
  /** The set whose changes this one takes back. */
  undoes?: string | null;
};

/** Begins a change set, or continues one of the same person; false if it belongs to somebody else. */
export const openChangeSet = statement.value<boolean, [set: NewChangeSet]>(
  `with new as (insert into backoffice.change_sets (id, by, way, resource, detail, undoes)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing)
   select coalesce((select by is not distinct from $2 from backoffice.change_sets where id = $1), true)`,
  ({ id, by, way, resource, detail, key, undoes = null }) => [
    id,
    by,
    way,
    resource,
    JSON.stringify({ ...detail, key }),
    undoes,
  ],
);

/** Records how many deliveries of webhooks have led to a set, if it is more than before. */
export const raiseHops = statement.run<[id: string, hops: number]>(
  `update backoffice.change_sets
   set detail = detail || jsonb_build_object('hops', greatest($2::int, coalesce((detail->>'hops')::int, 0)))
   where id = $1`,
);
