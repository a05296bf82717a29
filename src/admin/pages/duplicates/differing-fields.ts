import { requireItem } from '../../../fields/require-entry.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { qualifierOf } from '../../../fields/type/qualifier-of.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { FoundRecord } from './duplicates.ts';
import type { ResourceView } from '../../kit/as-of.ts';

/** A field whose values differ, and the values it can have in the record that stays. */
export type Difference = {
  field: Field;
  /** Each distinct value once. For a field with many values, the last option is all of them together. */
  options: Option[];
};

type Option = { value: unknown; ids: readonly string[]; isAll?: true };

/** The fields of a merge for which the user must choose a value. */
export function toDifferences(fields: readonly Field[], records: readonly FoundRecord[]) {
  return fields.flatMap((field) => {
    const options: Option[] = [];
    for (const record of records) {
      const value = record[field.name];
      const same = options.findIndex((option) => isSameJson(option.value, value));
      if (same < 0) options.push({ value, ids: [record._id] });
      else
        options[same] = {
          ...requireItem(options, same),
          ids: [...requireItem(options, same).ids, record._id],
        };
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

/**
 * The fields that identify what a record is about, such as a DOI. A required one is a key of this installation, which
 * differs in any two records and says nothing, unless its type knows what wrong values probably mean (CAS numbers).
 */
export function identifiersOf({ fields }: Resource): Field[] {
  return [...fields.values()].filter(
    ({ unique, required, kind }) => unique && (!required || kind.propose !== undefined),
  );
}

/** The identifiers of which these records have different values, which speaks against a merge. */
export function differingIdentifiers(
  resource: Resource,
  records: readonly FoundRecord[],
): { field: Field; values: unknown[] }[] {
  return identifiersOf(resource).flatMap((field) => {
    const given = records.map((record) => record[field.name]).filter((value) => !isEmpty(value));
    const values = given.filter(
      (value, at) => given.findIndex((other) => isSameJson(other, value)) === at,
    );
    return values.length > 1 ? [{ field, values }] : [];
  });
}

/** The preselected option: all values together, else the value of the record that stays, else any. */
function firstChoice({ options }: Difference, keep: string): number {
  const all = options.findIndex(({ isAll }) => isAll);
  if (all >= 0) return all;
  const own = options.findIndex(({ ids }) => ids.includes(keep));
  return isEmpty(options[own]?.value) ? options.findIndex(({ value }) => !isEmpty(value)) : own;
}

/** What the user has chosen: the position of an option by the name of its field. */
type Choices = Readonly<Record<string, number>>;

/**
 * The option of each field that the merge takes. The sign of a bound is of a record that has its value: `<` beside the
 * exact value of another record would say what nobody has said.
 */
export function chosenOptions(
  differences: readonly Difference[],
  choices: Choices,
  keep: string,
): number[] {
  return differences.map((difference) => {
    const chosen = choices[difference.field.name];
    const value = boundOf(differences, difference);
    if (!value) return chosen ?? firstChoice(difference, keep);
    const { options } = difference;
    const { ids } = requireItem(
      value.options,
      choices[value.field.name] ?? firstChoice(value, keep),
    );
    if (chosen !== undefined && options[chosen]?.ids.some((id) => ids.includes(id))) return chosen;
    const source = ids.includes(keep) ? keep : requireItem(ids, 0);
    return options.findIndex((option) => option.ids.includes(source));
  });
}

/** The choices after another one: with the sign of a record comes its value. */
export function choose(
  differences: readonly Difference[],
  choices: Choices,
  keep: string,
  { name, index }: { name: string; index: number },
): Choices {
  const next = { ...choices, [name]: index };
  const difference = differences.find(({ field }) => field.name === name);
  const value = difference && boundOf(differences, difference);
  if (!value) return next;
  const ids = difference.options[index]?.ids ?? [];
  const isOfSame = (option: Option | undefined) => option?.ids.some((id) => ids.includes(id));
  const now = choices[value.field.name] ?? firstChoice(value, keep);
  const own = isOfSame(value.options[now]) ? now : value.options.findIndex(isOfSame);
  return { ...next, [value.field.name]: own };
}

/** The number of which a field is the sign, if its values differ too. */
function boundOf(
  differences: readonly Difference[],
  { field: sign }: Difference,
): Difference | undefined {
  return differences.find(({ field }) => qualifierOf(field, field.name) === sign.name);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The id of the record with the most values; among equals, of the oldest. */
export function fullestOf(fields: readonly Field[], records: readonly FoundRecord[]): string {
  const filled = (record: FoundRecord): number =>
    fields.filter(({ name }) => !isEmpty(record[name])).length;
  const [best] = [...records].sort(
    (one, other) =>
      filled(other) - filled(one) ||
      // Ids begin with the time at which they were created.
      (one._id < other._id ? -1 : 1),
  );
  return best!._id;
}

/** The records that may stay while the others are deleted: a merge changes one record and deletes the rest. */
export function keepableRecords({ mayWith }: ResourceView, records: readonly FoundRecord[]) {
  if (records.length < 2) return [];
  return records.filter(
    (kept) =>
      mayWith('update', kept) && records.every((one) => one === kept || mayWith('delete', one)),
  );
}

/** Whether at least two of the records may be merged. */
export function canMerge(view: ResourceView, records: readonly FoundRecord[]): boolean {
  return records.some((one, at) =>
    records.slice(at + 1).some((other) => keepableRecords(view, [one, other]).length > 0),
  );
}
