import { giveBack } from './memory/free-memory.ts';
import type { ListAnswer, StoredRecord } from './store.ts';

/** The records of a list, for who reads them here; once, as its memory is then used for others. */
export function recordsOf({ json }: Pick<ListAnswer, 'json'>): StoredRecord[] {
  const records = JSON.parse(json.toString()) as StoredRecord[];
  giveBack(json);
  return records;
}
