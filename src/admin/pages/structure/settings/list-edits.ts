import { insertAt, moveAt, passAt, removeAt } from '../../../../descriptor/edits/edit.ts';
import type { DescriptorFiles, Edited } from '../../../../descriptor/edits/open-files.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';

/** A place in a list; the number of its entries is the end. */
export type ListPlace = { list: Path; at: number };

/** A place of a list with so many entries. */
export type NextPlace = ListPlace & { count: number };

/** An entry of a list, and its value; without `at`, it is in no list yet. */
export type ListEntry = { list: Path; at?: number; value: unknown };

/** Moves an entry to a place of the same list or of another one. */
export function moveEntry(
  files: DescriptorFiles,
  { list, at, value }: ListEntry,
  to: NextPlace,
): Edited {
  if (at === undefined) return insertAt(files, to.list, { key: to.at, value });
  const own = [...list, at];
  if (isSameJson(list, to.list)) return moveAt(files, own, to.at < to.count ? to.at : undefined);
  return passAt(files, own, to);
}

/** Removes an entry, and with the last one the setting, if it can be without. */
export function removeEntry(
  files: DescriptorFiles,
  { list, at }: { list: Path; at: string | number },
  { count, isRequired }: { count: number; isRequired: boolean },
): Edited {
  return removeAt(files, count === 1 && !isRequired ? list : [...list, at]);
}
