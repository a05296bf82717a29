import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { MAX_RECORDS } from '../../contract/bulk.ts';
import type { Schema } from '../http/operation/operation.ts';

type Named = { required?: readonly string[]; properties: Readonly<Record<string, Schema>> };

/**
 * The members of a resource's schemas for its inline child lists: what a response has of them, and what a body may
 * contain. `schemaOf` gives the schemas of the child without lists of its own.
 */
export function childSchemas(
  { resources }: Pick<Descriptor, 'resources'>,
  { children }: Resource,
  schemaOf: (child: Resource, kind: 'Create' | 'Patch') => Named,
): { read: Record<string, Schema>; write: Record<string, Schema> } {
  const lists = children.flatMap(({ resource, field, inline }) => {
    const child = resources.get(resource);
    return inline && child ? [{ child, field }] : [];
  });
  const read = lists.map(({ child: { name } }): [string, Schema] => [
    name,
    {
      type: 'array',
      description:
        'Only in the response to a write with these records: those that it created or changed.',
      items: { $ref: `#/components/schemas/${name}` },
    },
  ]);
  const write = lists.map(({ child, field }): [string, Schema] => [
    child.name,
    {
      type: 'array',
      maxItems: MAX_RECORDS,
      description: `Records of ${child.name} to write together with this one. Those that are left out stay unchanged.`,
      items: { anyOf: toEntries(field, schemaOf(child, 'Create'), schemaOf(child, 'Patch')) },
    },
  ]);
  return { read: Object.fromEntries(read), write: Object.fromEntries(write) };
}

function toEntries(link: string, create: Named, patch: Named): Schema[] {
  const version = { anyOf: [{ type: 'integer', minimum: 1 }, { const: '*' }] };
  const named = { _id: { type: 'string' }, _version: version };
  return [
    {
      title: 'A new record',
      type: 'object',
      required: (create.required ?? []).filter((name) => name !== link),
      properties: create.properties,
    },
    {
      title: 'A changed record',
      type: 'object',
      required: ['_id', '_version'],
      properties: { ...named, ...patch.properties },
    },
    {
      title: 'A deleted record',
      type: 'object',
      required: ['_id', '_version', '_delete'],
      properties: { ...named, _delete: { const: true } },
    },
  ];
}
