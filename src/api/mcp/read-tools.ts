import { requireEntry } from '../../fields/require-entry.ts';
import { z } from 'zod';
import type { McpServer } from '@modelcontextprotocol/server';
import { mayDo } from '../../descriptor/access.ts';
import { requestedNames } from '../../descriptor/column-field.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import { operators } from '../../fields/type/operators.ts';
import { recordSchemas } from '../records/record-schemas.ts';
import { askApi, type Inside } from './ask-api.ts';

export type ToolParts = {
  call: UserCall;
  /** The descriptor as the caller may see it. */
  seen: Descriptor;
  inside: Inside;
};

const readOnly = { annotations: { readOnlyHint: true, openWorldHint: false } };

const where = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    `A filter as JSON: {"year_gte": 2000}, {"or": [{"status": "draft"}, {"doi_null": true}]}. Operators: ${Object.keys(operators).join(' ')}.`,
  );
const q = z.string().max(200).optional().describe('Words to search for.');
const fields = z
  .array(z.string())
  .optional()
  .describe('Only these fields, with the sign of a bound and the unit of an amount. Default: all.');

/** Registers the tools that read. */
export function addReadTools(server: McpServer, { call, seen, inside }: ToolParts): void {
  const listed = resourcesWith(call, seen, 'list');
  const read = resourcesWith(call, seen, 'read');
  const all = [...seen.resources.values()];
  const rootOf = (name: string) => requireEntry(seen.resources, name).root;
  // The number of `<0.5` alone would read as exact, and an amount alone as one of any currency.
  const withBeside = (name: string, paths: readonly string[]): string[] => {
    const resource = requireEntry(seen.resources, name);
    const beside = paths.flatMap((path) => requestedNames(resource, path).slice(1));
    return [...new Set([...paths, ...beside])];
  };
  if (all.length > 0) {
    const collection = oneOf(all).optional().describe('Default: the names of all collections.');
    server.registerTool(
      'describe_collections',
      {
        ...readOnly,
        description: 'Describes the collections: their fields, types, choices and references.',
        inputSchema: z.object({ collection }),
      },
      ({ collection: name }) => {
        const text = JSON.stringify(
          name === undefined
            ? all.map(toSummary)
            : toSchema(seen, requireEntry(seen.resources, name)),
        );
        return { content: [{ type: 'text', text }] };
      },
    );
  }
  if (listed.length > 0) {
    const collection = oneOf(listed);
    server.registerTool(
      'search',
      {
        ...readOnly,
        description: 'Searches all collections for words, and tolerates typing errors.',
        inputSchema: z.object({
          q: z.string().min(1).max(200),
          limit: z.int().min(1).max(20).default(5),
        }),
      },
      ({ q: words, limit }) =>
        askApi(call, inside, { path: '/api/search', query: { q: words, limit: String(limit) } }),
    );
    server.registerTool(
      'list_records',
      {
        ...readOnly,
        description:
          'Lists records of a collection. `next` of the result is `after` of the next page; null ends the list.',
        inputSchema: z.object({
          collection,
          where,
          q,
          sort: z.array(z.string()).optional().describe('Names of fields, with - for descending.'),
          fields,
          limit: z.int().min(1).max(100).default(20),
          after: z.string().optional(),
        }),
      },
      (args) =>
        askApi(call, inside, {
          path: rootOf(args.collection),
          query: {
            where: args.where && JSON.stringify(args.where),
            q: args.q,
            _sort: args.sort?.join(','),
            _fields: args.fields && withBeside(args.collection, args.fields).join(','),
            _perPage: String(args.limit),
            _after: args.after,
            _total: 'estimate',
          },
        }),
    );
    server.registerTool(
      'count_values',
      {
        ...readOnly,
        description: 'Counts how often the values of fields occur in the records of a list.',
        inputSchema: z.object({ collection, fields: z.array(z.string()).min(1).max(20), where, q }),
      },
      (args) =>
        askApi(call, inside, {
          path: `${rootOf(args.collection)}/facets`,
          query: {
            fields: args.fields.join(','),
            where: args.where && JSON.stringify(args.where),
            q: args.q,
          },
        }),
    );
  }
  if (read.length > 0)
    server.registerTool(
      'get_record',
      {
        ...readOnly,
        description: 'Gets a record. Its `_version` is what a change has to name.',
        inputSchema: z.object({ collection: oneOf(read), id: z.string() }),
      },
      (args) =>
        askApi(call, inside, {
          path: `${rootOf(args.collection)}/${encodeURIComponent(args.id)}`,
        }),
    );
}

export function resourcesWith(
  { descriptor, role }: UserCall,
  seen: Descriptor,
  operation: Operation,
): Resource[] {
  return [...seen.resources.values()].filter(({ name }) =>
    mayDo(descriptor, role, requireEntry(descriptor.resources, name), operation),
  );
}

export function oneOf(resources: readonly Resource[]) {
  return z.enum(resources.map(({ name }) => name) as [string, ...string[]]);
}

function toSummary({ name, label, fields: own }: Resource) {
  return { name, label, fields: [...own.keys()] };
}

function toSchema(seen: Descriptor, resource: Resource) {
  const { name, label } = resource;
  return { name, label, schema: recordSchemas(seen, { ...resource, children: [] })[name] };
}
