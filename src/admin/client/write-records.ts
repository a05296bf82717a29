import type { BulkAnswer, EntryResult } from '../../contract/bulk.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Http } from './http.ts';

type Json = Record<string, unknown>;

/** One record of many that are written in one call, each with values of its own. */
export type RecordEntry =
  | { action: 'update'; _id: string; _version: number | '*'; data: Json }
  | { action: 'create'; _id?: string; data: Json }
  | { action: 'delete'; _id: string; _version: number | '*' };

/** The server takes so many at once. */
const AT_ONCE = 1000;

export type WriteRecords = (
  resource: string,
  entries: readonly RecordEntry[],
  order?: { atomic?: boolean },
) => Promise<readonly EntryResult[]>;

/** Answers for each entry in its place. */
export function createWriteRecords(http: Http, find: (name: string) => Resource): WriteRecords {
  return async (name, entries, { atomic = false } = {}) => {
    const results: EntryResult[] = [];
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const records = entries.slice(from, from + AT_ONCE);
      const { json } = await http.call<BulkAnswer>(`${find(name).root}/bulk`, {
        method: 'POST',
        body: { records, ...(atomic && { atomic }) },
        timeout: false,
      });
      results.push(...(json.results ?? []));
    }
    return results;
  };
}
