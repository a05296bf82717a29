import { headOf } from '../../fields/text/head-of-path.ts';
import { type ResourceView, inPast, useAsOf } from './as-of.ts';
import { useMemo, useState } from 'react';
import { useResourceContext } from 'react-admin';
import { findColumn } from '../../descriptor/column-field.ts';
import { mayDo, mayRead, readableFields, writableFields } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import { fieldsOfFilter } from '../../descriptor/filter/declared-filter.ts';
import { rowFilters, type FilterCaller } from '../../descriptor/filter/row-filters.ts';
import { nextStates } from '../../descriptor/rules/states.ts';
import { findListedField } from '../../descriptor/system-fields.ts';
import { useConfig } from '../client/config.tsx';
import { useText } from '../messages/use-text.ts';

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
    const field = find(path) ?? find(headOf(path));
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
    const head = headOf(path);
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
      ...resource.list.colors.flatMap(({ when }) => fieldsOfFilter(when)),
    ].filter((fieldName) => !isHidden(fieldName)),
    readable: seen,
    writable: seen.filter((field) => writable.has(field.name)),
    isWritable: (fieldName) => writable.has(fieldName),
    find: (path) => (isHidden(path) ? undefined : findListedField(resource, path)),
    column: (path) => (isHidden(path) ? undefined : findColumn(resource, path)),
  };
}
