import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Http } from './http.ts';
import type { BulkSummary } from './bulk.ts';

type Json = Record<string, unknown>;

/** One record of many that are written in one call, each with values of its own. */
export type RecordEntry =
  | { action: 'update'; _id: string; _version: number | '*'; data: Json }
  | { action: 'create'; _id?: string; data: Json }
  | { action: 'delete'; _id: string; _version: number | '*' };

/** What became of it: as it is now, with what it was before; or why not, with what stands in its place. */
export type EntryResult =
  | {
      status: 'created' | 'updated' | 'unchanged' | 'deleted';
      _id: string;
      _version: number;
      record: Json;
      /** The merge patch that makes it as it was; of a removal the whole record. */
      before: Json;
    }
  | { status: 'failed'; _id?: string; problems: readonly Problem[]; current?: Json };

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
      const { json } = await http.call<BulkSummary & { results: EntryResult[] }>(
        `${find(name).root}/bulk`,
        {
          method: 'POST',
          body: { action: 'update', records, ...(atomic && { atomic }) },
          timeout: false,
        },
      );
      results.push(...json.results);
    }
    return results;
  };
}
