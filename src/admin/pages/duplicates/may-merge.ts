import type { ResourceView } from '../../kit/use-resource.ts';
import type { FoundRecord } from './duplicates.ts';

/** The records that may stay while all the others go: a merge changes the one and deletes the others. */
export function toKeepers(
  { mayWith }: ResourceView,
  records: readonly FoundRecord[],
): readonly FoundRecord[] {
  if (records.length < 2) return [];
  return records.filter(
    (kept) =>
      mayWith('update', kept) && records.every((one) => one === kept || mayWith('delete', one)),
  );
}

/** Whether any two of the records may be merged. */
export function canMerge(view: ResourceView, records: readonly FoundRecord[]): boolean {
  return records.some((one, at) =>
    records.slice(at + 1).some((other) => toKeepers(view, [one, other]).length > 0),
  );
}
