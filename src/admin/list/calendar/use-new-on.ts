import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { toCreatePath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useGivenByFilter } from '../filters/given-by-filter.ts';

/** The address of a new record on a day; undefined if the role may not create one with this date. */
export function useNewOn(field: Field, day: string): string | undefined {
  const { resource, may, isWritable } = useResource();
  const given = useGivenByFilter();
  if (!may('create') || !isWritable(field.name)) return undefined;
  const value = uiOf(field).days!.onDay(day, undefined);
  return toCreatePath(resource, { values: { ...given, [field.name]: value } });
}
