import type { RaRecord } from 'react-admin';
import type { FoundRecords, Hit } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Http } from './http.ts';
import { toListQuery, type Filters } from './list-query.ts';

/** As many as the server returns. */
const MAX_HITS = 25;

/** A record that was found, and why. */
type Ranked = { _found?: Pick<Hit, 'level' | 'by'> };

/**
 * The records that a text means, the most likely first, with similar ones if there are few: what an input offers while
 * somebody types. `read` reads records by their `_id`s.
 */
export async function listRanked<Of extends RaRecord>(
  http: Http,
  resource: Resource,
  filter: Filters,
  { read, signal }: { read(ids: string[]): Promise<Of[]>; signal?: AbortSignal | undefined },
): Promise<{ data: (Of & Ranked)[]; total: number }> {
  const params = toListQuery({ filter });
  params.set('_limit', String(MAX_HITS));
  const { json } = await http.call<FoundRecords>(`${resource.root}/search?${params}`, {
    signal,
  });
  const records = json.data.length === 0 ? [] : await read(json.data.map(({ _id }) => _id));
  const byId = new Map(records.map((record) => [record.id, record]));
  const data = json.data.flatMap(({ _id, level, by }): (Of & Ranked)[] => {
    const record = byId.get(_id);
    return record ? [{ ...record, _found: { level, by } }] : [];
  });
  return { data, total: data.length };
}
