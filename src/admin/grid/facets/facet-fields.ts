import { isMany } from '../../../descriptor/field-check.ts';
import { hasFacet } from '../../../descriptor/filter/facet-paths.ts';
import type { Field } from '../../../fields/field.ts';
import { uiOf } from '../../kit/field-value.tsx';
import type { ResourceView } from '../../kit/use-resource.ts';

/**
 * The fields whose values are worth counting: those with few, with ranges, or that refer to
 * records; words that anybody may add to come last. First what the list is filtered by, then its
 * columns, then the rest.
 */
export function facetFields({ resource, readable, find }: ResourceView): Field[] {
  const { filters, columns } = resource.list;
  const first = [...filters, ...columns].map((name) => find(name));
  const stamps = ['createdAt', 'updatedAt', 'createdBy', 'updatedBy'].map((name) => find(name));
  const all = [...first, ...readable, ...stamps].filter((field) => field !== undefined);
  const counted = [...new Set(all)].filter(hasFacet);
  const isFree = (field: Field): boolean => !isBounded(field) && isMany(field);
  return [...counted.filter(isBounded), ...counted.filter(isFree)];
}

function isBounded(field: Field): boolean {
  const { facet, relation } = field.kind;
  return facet !== undefined || relation !== undefined || uiOf(field).options !== undefined;
}
