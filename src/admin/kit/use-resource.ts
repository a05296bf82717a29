import { useMemo, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { findColumn, headOfColumn } from '../../descriptor/column-field.ts';
import { mayDo, mayRead, readableFields, writableFields } from '../../descriptor/access.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { fieldsOfFilter } from '../../descriptor/filter/declared-filter.ts';
import { rowFilters, type FilterCaller } from '../../descriptor/filter/row-filters.ts';
import { nextStates } from '../../descriptor/rules/states.ts';
import { findListedField } from '../../descriptor/system-fields.ts';
import type { Field } from '../../fields/type/field.ts';
import { useConfig } from '../client/config.tsx';
import { useText } from '../messages/use-text.ts';
import { inPast, useAsOf } from './as-of.ts';

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

/** The resource of this screen, or the named one, with the rights of the user. */
export function useResource(name?: string): ResourceView {
  const { descriptor, role, user } = useConfig();
  const fromContext = useResourceContext();
  const resource = descriptor.resources.get(name ?? fromContext ?? '');
  if (resource === undefined) throw new Error(`There is no resource "${name ?? fromContext}"`);
  const userId = user._id;
  const [now] = useState(() => new Date());
  const isPast = useAsOf() !== undefined;
  return useMemo(() => {
    const view = viewOf(descriptor, { role, userId, now, timeZone: resource.timeZone }, resource);
    return isPast ? inPast(view) : view;
  }, [descriptor, role, userId, now, resource, isPast]);
}

/** The label of the field at a path: of the object's part, else of the object, else the path itself. */
export function useFieldLabel(resource?: string): (path: string) => string {
  const { find } = useResource(resource);
  const say = useText();
  return (path) => {
    const field = find(path) ?? find(headOfColumn(path));
    return field ? say(field.label) : path;
  };
}

/** The label of a field of any collection, after the collection's: `Projects · Owner`. */
export function useFullLabel(): (resource: string, field: string) => string {
  const { resources } = useConfig().descriptor;
  const say = useText();
  return (name, field) => {
    const resource = resources.get(name);
    const labels = [resource?.label, resource?.fields.get(field)?.label];
    return labels.flatMap((label) => (label ? say(label) : [])).join(' · ') || name;
  };
}

/** Shared by all cells of a list, unless the rights depend on the record or on the current moment. */
function viewOf(descriptor: Descriptor, asker: FilterCaller, resource: Resource): ResourceView {
  if (resource.rowRights[asker.role]) return toView(descriptor, asker, resource);
  const byRole = views.get(resource) ?? new Map<string, ResourceView>();
  views.set(resource, byRole);
  const view = byRole.get(asker.role) ?? toView(descriptor, asker, resource);
  byRole.set(asker.role, view);
  return view;
}

const views = new WeakMap<Resource, Map<string, ResourceView>>();

function toView(descriptor: Descriptor, asker: FilterCaller, resource: Resource): ResourceView {
  const { role } = asker;
  const rows = rowFilters(descriptor, asker, resource);
  const readable = new Set(readableFields(descriptor, role, resource));
  const writable = new Set(writableFields(descriptor, role, resource));
  const seen = [...resource.fields.values()].filter((field) => readable.has(field.name));
  const isHidden = (path: string): boolean => {
    if (resource.through.has(path)) return !mayRead(descriptor, role, resource, path);
    const head = headOfColumn(path);
    return resource.fields.has(head) && !readable.has(head);
  };
  return {
    resource,
    role,
    creates: rows?.create,
    may: (operation) => mayDo(descriptor, role, resource, operation),
    mayWith: (operation, record) =>
      mayDo(descriptor, role, resource, operation) &&
      evaluateFilter(rows?.[operation] ?? { and: [] }, record),
    seesAll: rows?.see === undefined,
    sees: (record) => evaluateFilter(rows?.see ?? { and: [] }, record),
    statesFor: (fieldName, record) => {
      const states = resource.states.get(fieldName);
      return states && (record ? nextStates(states, role, record[fieldName]) : states.initial);
    },
    rowFields: [
      ...(rows ? Object.values(resource.rowRights[role] ?? {}).flatMap(fieldsOfFilter) : []),
      ...resource.actions.flatMap(({ step, when }) => [
        ...(step ? [step.field] : []),
        ...(when ? fieldsOfFilter(when) : []),
      ]),
    ].filter((fieldName) => !isHidden(fieldName)),
    readable: seen,
    writable: seen.filter((field) => writable.has(field.name)),
    isWritable: (fieldName) => writable.has(fieldName),
    find: (path) => (isHidden(path) ? undefined : findListedField(resource, path)),
    column: (path) => (isHidden(path) ? undefined : findColumn(resource, path)),
  };
}
