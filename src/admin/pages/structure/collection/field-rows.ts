import { setsOf } from '../../../../descriptor/edits/open-files.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject, asTexts } from '../../../../descriptor/read/draft.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import { USE } from '../../../../descriptor/read/shared-sets.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';

import type { CollectionPartProps } from './collection-part.ts';

/** A field of a collection as it is declared, and where: in the collection itself or in a set of fields. */
export type FieldRow = { name: string; field: JsonObject; path: Path; set?: string };

/** A collection with its fields. */
export type FieldsProps = CollectionPartProps & { rows: readonly FieldRow[] };

/** The fields of a collection in their order, those of shared sets among them. */
export function toFieldRows(declared: JsonObject, collection: string): FieldRow[] {
  const path = fieldsPath(collection);
  const fields = asObject(valueAt(declared, path));
  return Object.entries(fields).flatMap(([name, field]): FieldRow[] =>
    name === USE
      ? setsOf({ fields }).flatMap((set) => toSharedRows(declared, set))
      : [{ name, field: asObject(field), path: [...path, name] }],
  );
}

function toSharedRows(declared: JsonObject, set: string): FieldRow[] {
  const path = ['fieldSets', set];
  return Object.entries(asObject(valueAt(declared, path))).map(([name, field]) => ({
    name,
    field: asObject(field),
    path: [...path, name],
    set,
  }));
}

export function fieldsPath(collection: string): Path {
  return ['resources', collection, 'fields'];
}

/** The collections whose fields include those of a set. */
export function usersOfSet(declared: JsonObject, set: string): string[] {
  return Object.entries(asObject(declared['resources']))
    .filter(([, resource]) => setsOf(resource).includes(set))
    .map(([name]) => name);
}

/** The languages of the app, the first of which is the default. */
export function languagesOf(declared: JsonObject): readonly string[] {
  const languages = asTexts(asObject(declared['app'])['languages']);
  return languages.length > 0 ? languages : ['en'];
}

/**
 * The member before which a field stands once it has moved one place; undefined for the end. Fields of a set move only
 * together, so a field passes all of them at once. False where it cannot move any further.
 */
export function placeAfterStep(
  declared: JsonObject,
  collection: string,
  name: string,
  step: -1 | 1,
): { before: string | undefined } | false {
  const names = Object.keys(asObject(valueAt(declared, fieldsPath(collection))));
  const at = names.indexOf(name);
  const to = at + step;
  if (at < 0 || to < 0 || to >= names.length) return false;
  return { before: names[step < 0 ? to : to + 1] };
}

/** The member that a row belongs to: a field of its own, or the sets. */
export function memberOf({ name, set }: FieldRow): string {
  return set === undefined ? name : USE;
}

/** The member before which something stands that is dropped on a row; undefined for the end. */
export function placeBeside(
  declared: JsonObject,
  collection: string,
  { row, isBelow }: { row: FieldRow; isBelow: boolean },
): string | undefined {
  const names = Object.keys(asObject(valueAt(declared, fieldsPath(collection))));
  return names[names.indexOf(memberOf(row)) + (isBelow ? 1 : 0)];
}

type Located = { path: string };

/** Where in the declaration of its field something is, in a set of fields or in a collection. */
export function stepsInField({ path }: Located): string[] {
  return path.split('.').slice(path.startsWith('fieldSets.') ? 3 : 4);
}

/** What a check found at a field, wherever it is declared, and in its settings. */
export function problemsAt<Problem extends Located>(
  problems: readonly Problem[],
  { name, path }: FieldRow,
  collection: string,
): Problem[] {
  const places = [path, [...fieldsPath(collection), name]].map((one) => one.join('.'));
  return problems.filter((problem) =>
    places.some((place) => problem.path === place || problem.path.startsWith(`${place}.`)),
  );
}
