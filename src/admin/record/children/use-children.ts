import { useMemo } from 'react';
import { findColumn } from '../../../descriptor/column-field.ts';
import { mayDo, mayRead, mayWrite } from '../../../descriptor/access.ts';
import { childOrder } from '../../../descriptor/inline-lists.ts';
import { findLink, visibleTo } from '../../../descriptor/relations.ts';
import type { Child, Resource } from '../../../descriptor/descriptor.ts';
import type { Field, Text } from '../../../fields/type/field.ts';
import { useConfig } from '../../client/config.tsx';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';

/** A child list that the user may see. */
export type ChildList = {
  resource: Resource;
  /** The path by which its records belong to the record of the page: `source`, `source.chems`. */
  path: string;
  label: Text;
  columns: readonly Field[];
  sort: string;
  /** The field that stores the order, if the user may set it by hand. */
  place: string | undefined;
  /** The field by which a new record refers to this one, if the user may create it. */
  createBy: Field | undefined;
  /** Its records are edited in the form of the record: the user may create, change or delete some. */
  isInline: boolean;
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
        const link = target && findLink(visibleTo(descriptor, role), target, child.field);
        if (!target || !link || !mayDo(descriptor, role, target, 'list')) return [];
        const sees = (path: string) => mayRead(descriptor, role, target, path);
        const own = target.fields.get(child.field);
        const mayCreate =
          own !== undefined &&
          mayDo(descriptor, role, target, 'create') &&
          mayWrite(descriptor, role, target, own.name);
        const isInline =
          child.inline &&
          (mayCreate ||
            (['update', 'delete'] as const).some((each) => mayDo(descriptor, role, target, each)));
        const createBy = mayCreate ? own : undefined;
        const place = placeIn(child, target, (name) => mayWrite(descriptor, role, target, name));
        return [{ ...toList(child, target, sees), place, createBy, isInline }];
      }),
    [descriptor, role, resource, isPast],
  );
}

function placeIn(child: Child, target: Resource, mayWriteField: (name: string) => boolean) {
  const { order } = target;
  const isByHand = order !== undefined && childOrder(child, target) === order;
  return isByHand && mayWriteField(order) ? order : undefined;
}

function toList(
  child: Child,
  resource: Resource,
  sees: (path: string) => boolean,
): Omit<ChildList, 'place' | 'createBy' | 'isInline'> {
  const { field: path, columns, label } = child;
  const names = columns ?? resource.list.columns.filter((name) => name !== path);
  return {
    resource,
    path,
    label: label ?? resource.label,
    columns: names
      .filter(sees)
      .map((name) => findColumn(resource, name))
      .filter((each) => each !== undefined),
    sort: childOrder(child, resource),
  };
}
