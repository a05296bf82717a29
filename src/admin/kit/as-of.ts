import type { Field } from '../../fields/type/field.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import type { Resource, Operation } from '../../descriptor/descriptor.ts';
import { createContext, useContext } from 'react';
import { AS_OF, isPathInPast } from '../../descriptor/filter/past-query.ts';
import { isObject } from '../../descriptor/json-object.ts';
import type { Filters } from '../client/list-query.ts';

export type ResourceView = {
  resource: Resource;
  may(operation: Operation): boolean;
  /** Whether the operation is allowed on this record, which must contain the `rowFields`. */
  mayWith(operation: 'update' | 'delete', record: Readonly<Record<string, unknown>>): boolean;
  /** Whether the user sees a record with these values. */
  sees(record: Readonly<Record<string, unknown>>): boolean;
  /** Whether no filter limits the records that the user sees. */
  seesAll: boolean;
  /**
   * The states that the field can have next: of a record its own and those that steps of the role lead to, else the
   * initial ones. Undefined for a field without states.
   */
  statesFor(
    name: string,
    record?: Readonly<Record<string, unknown>>,
  ): readonly unknown[] | undefined;
  /** The user's role, and the filter that records created by it must match; undefined means any record. */
  role: string;
  creates: Filter | undefined;
  /** The fields that decide what the role may do with a record. */
  rowFields: readonly string[];
  /** Own fields, in the order of the descriptor. */
  readable: readonly Field[];
  isWritable(name: string): boolean;
  /** The readable fields that may also be written. */
  writable: readonly Field[];
  /** An own field, a system field, `object.part` or a field behind references, if it may be read. */
  find(path: string): Field | undefined;
  /** As `find`, but as a column of a list, which is named by the whole path. */
  column(path: string): Field | undefined;
};

/** The moment that the screen shows; undefined: today. */
const AsOf = createContext<string | undefined>(undefined);
export const AsOfProvider = AsOf.Provider;

export function useAsOf(): string | undefined {
  return useContext(AsOf);
}

/**
 * The moment in the address of a list, which keeps it in its filter, so that it stays while the user sorts and pages,
 * or in the address of a record.
 */
export function asOfOf(search: string): string | undefined {
  const params = new URLSearchParams(search);
  const own = params.get('asOf');
  if (own) return own;
  const moment = readFilter(params)[AS_OF];
  return typeof moment === 'string' && moment !== '' ? moment : undefined;
}

/** Moves the moment of an address such as `?asOf=…` into the filter, where the list keeps it. */
export function momentInFilter(search: string): string {
  const params = new URLSearchParams(search);
  const moment = params.get('asOf');
  params.delete('asOf');
  const filter = readFilter(params);
  params.set('filter', JSON.stringify({ ...filter, ...(moment && { [AS_OF]: moment }) }));
  return params.toString();
}

/** The same address for today. */
export function withoutMoment(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('asOf');
  const { [AS_OF]: _, ...filter } = readFilter(params);
  if (params.has('filter')) params.set('filter', JSON.stringify(filter));
  return params.toString();
}

/** The filter in the address of a list. */
export function readFilter(params: URLSearchParams): Filters {
  try {
    const filter: unknown = JSON.parse(params.get('filter') || '{}');
    return isObject(filter) ? filter : {};
  } catch {
    // The list itself says that its address cannot be read.
    return {};
  }
}

/** No conditions, but the same moment. */
export function withoutConditions(filter: Filters): Filters {
  return AS_OF in filter ? { [AS_OF]: filter[AS_OF] } : {};
}

const LOOKS: ReadonlySet<Operation> = new Set(['list', 'read', 'export', 'history']);

const views = new WeakMap<ResourceView, ResourceView>();

/** The view of a resource in the past: nobody can change anything, and fields that read other records are unknown. */
export function inPast(view: ResourceView): ResourceView {
  const cachedView = views.get(view);
  if (cachedView) return cachedView;
  const isKnown = (path: string) => isPathInPast(view.resource, path);
  const past: ResourceView = {
    ...view,
    may: (operation) => LOOKS.has(operation) && view.may(operation),
    mayWith: () => false,
    isWritable: () => false,
    readable: view.readable.filter(({ name }) => isKnown(name)),
    writable: [],
    find: (path) => (isKnown(path) ? view.find(path) : undefined),
    column: (path) => (isKnown(path) ? view.column(path) : undefined),
  };
  views.set(view, past);
  return past;
}
