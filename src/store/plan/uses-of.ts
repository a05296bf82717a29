import type { Resource } from '../../descriptor/descriptor.ts';
import { titleFields } from '../../descriptor/title.ts';

/** What a resource uses one of its fields for, in words. */
export function usesOf(resource: Resource, field: string): string[] {
  const { list, form, importKey, publicFields, fields } = resource;
  const declared = fields.get(field);
  const uses: [boolean, string][] = [
    [list.columns.includes(field), 'column of the list'],
    [list.filters.includes(field), 'filter of the list'],
    [sortKeys(list.sort).includes(field), 'order of the list'],
    [form.some((tab) => tab.fields.includes(field)), 'form'],
    [titleFields(resource).includes(field), 'title'],
    [importKey === field, 'key of files'],
    [publicFields.includes(field), 'what is public'],
    [declared?.search === true, 'search'],
    [declared?.read !== undefined || declared?.write !== undefined, 'permissions'],
  ];
  return uses.flatMap(([isUsed, name]) => (isUsed ? [name] : []));
}

function sortKeys(sort: string): string[] {
  return sort.split(',').map((key) => key.replace(/^-/, ''));
}
