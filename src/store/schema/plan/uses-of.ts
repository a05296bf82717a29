import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { findWay } from '../../../descriptor/expression/find-value.ts';
import { readsOf } from '../../../descriptor/expression/reads-of.ts';
import { titleFields } from '../../../descriptor/title.ts';

/** What the descriptor uses one of a resource's fields for, in words. */
export function usesOf({ resources }: Descriptor, resource: Resource, field: string): string[] {
  const { list, form, importKey, publicFields, fields, duplicates } = resource;
  const declared = fields.get(field);
  const uses: [boolean, string][] = [
    [list.columns.includes(field), 'list column'],
    [list.filters.includes(field), 'list filter'],
    [sortKeys(list.sort).includes(field), 'list order'],
    [form.some((tab) => tab.fields.includes(field)), 'form'],
    [titleFields(resource).includes(field), 'title'],
    [importKey === field, 'import key'],
    [publicFields.includes(field), 'public fields'],
    [duplicates.some((rule) => rule.field === field), 'duplicate search'],
    [declared?.search === true, 'search'],
    [declared?.read !== undefined || declared?.write !== undefined, 'permissions'],
  ];
  const computed = [...resources.values()].flatMap((other) =>
    [...other.fields.values()]
      .filter((one) => reads(other, one.computed ?? '', resource.name, field))
      .map(({ name }) => `${other === resource ? '' : `${other.name}.`}${name}, which is computed`),
  );
  return [...uses.flatMap(([isUsed, name]) => (isUsed ? [name] : [])), ...computed];
}

/** Does an expression of `other` read the field, as its own, through a reference, or by counting? */
function reads(other: Resource, expression: string, resource: string, field: string): boolean {
  const { paths, counts } = readsOf(expression);
  const isIt = (path: string) => path === field || path.startsWith(`${field}.`);
  return (
    counts.includes(`${resource}.${field}`) ||
    paths.some((path) => {
      if (other.name === resource && isIt(path)) return true;
      const way = findWay(other, path);
      return way !== undefined && 'to' in way && way.to === resource && isIt(way.rest);
    })
  );
}

function sortKeys(sort: string): string[] {
  return sort.split(',').map((key) => key.replace(/^-/, ''));
}
