import { requireLast } from '../fields/require-entry.ts';
import type { Field, Text } from '../fields/type/field.ts';
import { textIn } from '../fields/problems/localized-text.ts';
import { findColumn } from './column-field.ts';
import type { Resource } from './descriptor.ts';
import { findField } from './system-fields.ts';

/**
 * The fields of the records that a record refers to, by path: `chem.fccPrioTier`, `source.project.owner`. Lists can
 * show, sort and group by them. Nobody can write them, and a record contains them only on request.
 */
export type Lookups = {
  has(path: string): boolean;
  get(path: string): Field | undefined;
  /** The same field with its way there. */
  find(path: string): Lookup | undefined;
};

/** A field behind references. */
type Lookup = {
  field: Field;
  /** The path of the reference to the record that has the value: `source.project`. */
  reference: string;
  /** The resources on the way; the last one has the value. */
  resources: readonly string[];
};

/** The references that a path can follow. Each one is a further table in the statement. */
export const MOST_REFERENCES = 3;

export const noLookups: Lookups = {
  has: () => false,
  get: () => undefined,
  find: () => undefined,
};

type Named = Pick<Resource, 'name' | 'fields'>;

/** The lookups of a resource. Titles can lead further than other paths, so `titlePaths` are not limited. */
export function createLookups(
  resources: ReadonlyMap<string, Named>,
  resource: Named,
  titlePaths: ReadonlySet<string>,
): Lookups {
  // A path must always have the same field: layouts and caches compare them.
  const cache = new Map<string, Lookup>();
  const find = (path: string): Lookup | undefined => {
    if (!path.includes('.')) return undefined;
    const before = cache.get(path);
    if (before) return before;
    const most = titlePaths.has(path) ? path.length : MOST_REFERENCES;
    const lookup = findLookup(resources, resource, path, most);
    if (lookup) cache.set(path, lookup);
    return lookup;
  };
  return {
    find,
    get: (path) => find(path)?.field,
    has: (path) => find(path) !== undefined,
  };
}

/** Finds a field behind references with one value; undefined for every other path. */
export function findLookup(
  resources: ReadonlyMap<string, Named>,
  resource: Named,
  path: string,
  most = MOST_REFERENCES,
): Lookup | undefined {
  const [head, rest] = splitPath(path);
  const reference = findField(resource, head);
  const target = resources.get(targetOf(reference) ?? '');
  if (!reference || !target || rest === '' || most === 0) return undefined;
  const own = findColumn({ fields: target.fields }, rest);
  const end = own
    ? { field: own, reference: head, resources: [target.name] }
    : prefixLookup(head, target.name, findLookup(resources, target, rest, most - 1));
  if (!end) return undefined;
  const behind = { reference: end.reference, resource: requireLast(end.resources) };
  return { ...end, field: toLookupField(path, reference, end.field, behind) };
}

function prefixLookup(head: string, target: string, next: Lookup | undefined): Lookup | undefined {
  return (
    next && {
      field: next.field,
      reference: `${head}.${next.reference}`,
      resources: [target, ...next.resources],
    }
  );
}

/** Splits `source.project.owner` into `source` and `project.owner`. */
export function splitPath(path: string): [head: string, rest: string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** The resource that a field refers to with one value. */
export function targetOf(field: Field | undefined): string | undefined {
  const relation = field?.kind.relation?.(field.settings);
  return relation && !relation.many ? relation.to : undefined;
}

/** What applies to records that are written does not apply to a value that is only shown. */
function toLookupField(
  path: string,
  reference: Field,
  field: Field,
  behind: NonNullable<Field['behind']>,
): Field {
  const { type, kind, settings, help, stored } = field;
  return {
    name: path,
    type,
    kind,
    settings,
    stored,
    behind,
    ...(help && { help }),
    label: joinLabels(reference.label, field.label),
    readOnly: true,
    required: false,
    unique: false,
    search: false,
    index: false,
    computedInCode: false,
  };
}

/** `Chemical › Tier`, as filters through references are called. */
export function joinLabels(reference: Text, field: Text): Text {
  const languages = [...new Set([...Object.keys(reference), ...Object.keys(field)])];
  return Object.fromEntries(
    languages.map((one) => [one, `${textIn(reference, one)} › ${textIn(field, one)}`]),
  );
}
