import { requireEntry, requireValue } from '../../fields/require-entry.ts';
import { z } from 'zod';
import type { McpServer } from '@modelcontextprotocol/server';
import { textIn } from '../../fields/problems/localized-text.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { recordSchemas } from '../records/record-schemas.ts';
import { askApi } from './ask-api.ts';
import { oneOf, resourcesWith, type ToolParts } from './read-tools.ts';

const version = z
  .int('must be the `_version` of the record that the change is based on, a whole number')
  .min(1)
  .describe('The `_version` that the change is based on.');

/**
 * Registers the tools that write, where the caller may: each writes one record as a change set of its own, which
 * people undo on the page of recent changes.
 */
export function addWriteTools(server: McpServer, { call, seen, inside }: ToolParts): void {
  const changeSet = () => ({ 'Change-Set': newId() });
  const based = (to: number) => ({ 'If-Match': `"${to}"`, ...changeSet() });
  // The API checks the values of a record itself, and says better what would be right.
  const record = (kind: 'Create' | 'Patch', name: string) =>
    z
      .looseObject(
        {},
        'must be an object with the fields of the record, {"data": {"field": "value"}}',
      )
      .meta(schemaOf(kind, name));
  for (const resource of resourcesWith(call, seen, 'create'))
    server.registerTool(
      `create_${resource.name}`,
      {
        description: `Creates a record of ${textIn(resource.label, 'en')}.`,
        annotations: { destructiveHint: false, openWorldHint: false },
        inputSchema: z.strictObject({ data: record('Create', resource.name) }),
      },
      ({ data }) =>
        askApi(call, inside, {
          method: 'POST',
          path: resource.root,
          body: data,
          headers: changeSet(),
        }),
    );
  for (const resource of resourcesWith(call, seen, 'update'))
    server.registerTool(
      `update_${resource.name}`,
      {
        description: `Changes fields of a record of ${textIn(resource.label, 'en')}. Fields left out stay unchanged; null empties one.`,
        annotations: { destructiveHint: true, openWorldHint: false },
        inputSchema: z.strictObject({
          id: z.string(),
          version,
          data: record('Patch', resource.name),
        }),
      },
      ({ id, version: to, data }) =>
        askApi(call, inside, {
          method: 'PATCH',
          path: `${resource.root}/${encodeURIComponent(id)}`,
          body: data,
          headers: based(to),
        }),
    );
  const deletable = resourcesWith(call, seen, 'delete');
  if (deletable.length > 0)
    server.registerTool(
      'delete_record',
      {
        description: 'Moves a record to the trash.',
        annotations: { destructiveHint: true, openWorldHint: false },
        inputSchema: z.object({ collection: oneOf(deletable), id: z.string(), version }),
      },
      ({ collection, id, version: to }) =>
        askApi(call, inside, {
          method: 'DELETE',
          path: `${requireEntry(seen.resources, collection).root}/${encodeURIComponent(id)}`,
          headers: based(to),
        }),
    );

  function schemaOf(kind: 'Create' | 'Patch', name: string) {
    const resource = requireEntry(seen.resources, name);
    const schemas = recordSchemas(seen, { ...resource, children: [] });
    return requireValue(schemas[`${name}${kind}`], kind);
  }
}
