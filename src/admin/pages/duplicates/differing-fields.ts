import type { Field } from '../../../fields/field.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { FoundRecord } from './duplicates.ts';
import type { ResourceView } from '../../kit/use-resource.ts';

/** A field the records do not agree in, and what it may be in the one that stays. */
export type Difference = {
  field: Field;
  /** Each other value once; the last is all of them together where the field holds many. */
  options: Option[];
};

type Option = { value: unknown; ids: readonly string[]; isAll?: true };

/** The fields of a merge that somebody has to decide about. */
export function toDifferences(fields: readonly Field[], records: readonly FoundRecord[]) {
  return fields.flatMap((field) => {
    const options: Option[] = [];
    for (const record of records) {
      const value = record[field.name];
      const same = options.findIndex((option) => isSameJson(option.value, value));
      if (same < 0) options.push({ value, ids: [record._id] });
      else options[same] = { ...options[same]!, ids: [...options[same]!.ids, record._id] };
    }
    if (options.length < 2) return [];
    const all = [...new Set(options.flatMap(({ value }) => (Array.isArray(value) ? value : [])))];
    const isNew = options.every(({ value }) => !isSameJson(value, all));
    const isList = options.some(
      ({ value }) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    );
    if (isList && isNew) options.push({ value: all, ids: [], isAll: true });
    return [{ field, options }];
  });
}

/** What is chosen before anybody has: all of many; else what the record that stays has; else what any has. */
export function firstChoice({ options }: Difference, keep: string): number {
  const all = options.findIndex(({ isAll }) => isAll);
  if (all >= 0) return all;
  const own = options.findIndex(({ ids }) => ids.includes(keep));
  return isEmpty(options[own]?.value) ? options.findIndex(({ value }) => !isEmpty(value)) : own;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The record that says most, and of several the oldest. */
export function toKeepFirst(fields: readonly Field[], records: readonly FoundRecord[]): string {
  const filled = (record: FoundRecord): number =>
    fields.filter(({ name }) => !isEmpty(record[name])).length;
  const [best] = [...records].sort(
    (one, other) =>
      filled(other) - filled(one) ||
      // They begin with the time at which they were given.
      (one._id < other._id ? -1 : 1),
  );
  return best!._id;
}

/** The records that may stay while all the others go: a merge changes the one and deletes the others. */
export function toKeepers({ mayWith }: ResourceView, records: readonly FoundRecord[]) {
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
