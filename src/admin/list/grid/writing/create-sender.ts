import type { EntryResult } from '../../../../contract/bulk.ts';
import { toMergePatch } from '../../../../descriptor/merge-patch.ts';
import type { RecordEntry } from '../../../client/bulk.ts';
import { toOutcome, type Outcome, type RecordChange } from './sort-results.ts';

type Values = Record<string, unknown>;

/** What the server answered, and by record what is wrong with its cells. */
export type SentChanges = {
  results: readonly EntryResult[];
  retried: readonly EntryResult[];
  marks: ReadonlyMap<string, Outcome['marks']>;
};

export type Sender = ReturnType<typeof createSender>;

/** Sends entries, each on the version that the last answer left of its record. */
export function createSender(
  write: (entries: readonly RecordEntry[]) => Promise<readonly EntryResult[]>,
) {
  const versions = new Map<string, number>();

  const send = async (entries: readonly RecordEntry[]): Promise<readonly EntryResult[]> => {
    if (entries.length === 0) return [];
    const results = await write(entries);
    for (const result of results)
      if ('_version' in result) versions.set(result._id, result._version);
    return results;
  };
  const toEntry = ({ _id, _version, before, after }: RecordChange): RecordEntry => ({
    action: 'update',
    _id,
    _version: Math.max(_version, versions.get(_id) ?? 0),
    data: toMergePatch(before, after),
  });

  /** Twice at most: what a first answer says can be done without its bad cells, or upon what came between, is tried again. */
  const sendChanges = async (
    changes: readonly RecordChange[],
    created: readonly Values[],
  ): Promise<SentChanges> => {
    const news = created.map((data): RecordEntry => ({ action: 'create', data }));
    const results = await send([...changes.map(toEntry), ...news]);
    const outcomes = changes.map((change, index) => toOutcome(change, results[index]!));
    const again = outcomes.flatMap((outcome) => outcome.again ?? []);
    const retried = await send(again.map(toEntry));
    const marks = new Map(changes.map(({ _id }, index) => [_id, [...outcomes[index]!.marks]]));
    for (const [index, change] of again.entries())
      marks.get(change._id)!.push(...toOutcome(change, retried[index]!).marks);
    return { results, retried, marks };
  };

  return { send, sendChanges, versionOf: (id: string) => versions.get(id) };
}
