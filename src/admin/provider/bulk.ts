import type { Identifier } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Http } from '../http.ts';
import { toWhere, type Filters } from './list-query.ts';

/** What became of many records at once; bulk actions and imports answer with it. */
export type BulkSummary = {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  duplicates: number;
  problems: readonly (Problem & { row?: number; _id?: string })[];
};

export type BulkOrder = { action: string; data?: unknown } & (
  { ids: readonly Identifier[] } | { filter: Filters }
);

export type Bulk = (resource: string, order: BulkOrder) => Promise<BulkSummary>;

/** One call however many records: named by their ids, or by the filter of the list they are in. */
export function createBulk(http: Http, find: (name: string) => Resource): Bulk {
  return async (name, order) => {
    const { action, data } = order;
    const chosen = 'ids' in order ? { ids: order.ids } : toWhere(order.filter);
    const body = { action, ...chosen, ...(data === undefined ? {} : { data }) };
    const { json } = await http.call<BulkSummary>(`${find(name).root}/bulk`, {
      method: 'POST',
      body,
      timeout: false,
    });
    return json;
  };
}
