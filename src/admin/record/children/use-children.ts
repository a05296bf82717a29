import { useMemo } from 'react';
import { findColumn } from '../../../descriptor/column-field.ts';
import { mayDo, mayRead, mayWrite } from '../../../descriptor/access.ts';
import type { Child, Resource } from '../../../descriptor/descriptor.ts';
import type { Field, Text } from '../../../fields/field.ts';
import { useConfig } from '../../client/config.tsx';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';

/** A child list that the user may see. */
export type ChildList = {
  resource: Resource;
  /** The field by which its records refer to the record of the page. */
  field: Field;
  label: Text;
  columns: readonly Field[];
  sort: string;
  /** Whether the user may create a record that refers to this one. */
  mayCreate: boolean;
};

/** The child lists on the page of a record of this resource; none in the past, which they do not know. */
export function useChildren(): readonly ChildList[] {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const isPast = useAsOf() !== undefined;
  return useMemo(
    () =>
      (isPast ? [] : resource.children).flatMap((child) => {
        const target = descriptor.resources.get(child.resource);
        const field = target?.fields.get(child.field);
        const sees = (path: string) => mayRead(descriptor, role, target!, path);
        if (!target || !field || !sees(field.name)) return [];
        if (!mayDo(descriptor, role, target, 'list')) return [];
        const mayCreate =
          mayDo(descriptor, role, target, 'create') &&
          mayWrite(descriptor, role, target, field.name);
        return [{ ...toList(child, target, field, sees), mayCreate }];
      }),
    [descriptor, role, resource, isPast],
  );
}

function toList(
  { columns, sort, label }: Child,
  resource: Resource,
  field: Field,
  sees: (path: string) => boolean,
): Omit<ChildList, 'mayCreate'> {
  const names = columns ?? resource.list.columns.filter((name) => name !== field.name);
  return {
    resource,
    field,
    label: label ?? resource.label,
    columns: names
      .filter(sees)
      .map((name) => findColumn(resource, name))
      .filter((found) => found !== undefined),
    sort: sort ?? resource.list.sort,
  };
}
