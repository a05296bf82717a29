import { z } from 'zod';
import type { McpServer } from '@modelcontextprotocol/server';
import { maxMessage, threadStatuses } from '../../contract/people/threads.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { askApi } from './ask-api.ts';
import { oneOf, resourcesWith, type ToolParts } from './read-tools.ts';

const text = z
  .string()
  .min(1)
  .max(maxMessage)
  .describe('Markdown. `@[_id of a user]` mentions a person, `#[collection/_id]` a record.');

/** Registers the tools that read and write comments, where the caller may comment. */
export function addThreadTools(server: McpServer, { call, seen, inside }: ToolParts): void {
  const commented = resourcesWith(call, seen, 'comment');
  if (commented.length === 0) return;
  addReading(server, { call, inside, collection: oneOf(commented) });
  addWriting(server, { call, inside, collection: oneOf(commented) });
}

type Parts = Pick<ToolParts, 'call' | 'inside'> & { collection: ReturnType<typeof oneOf> };

function addReading(server: McpServer, { call, inside, collection }: Parts): void {
  server.registerTool(
    'list_threads',
    {
      description: 'Lists conversations about records and their fields, the last written in first.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      inputSchema: z.object({
        collection: collection.optional(),
        record: z.string().optional().describe('The `_id` of a record.'),
        status: z.enum(threadStatuses).optional(),
        q: z.string().max(200).optional().describe('A text in one of the messages.'),
        after: z.string().optional(),
      }),
    },
    ({ collection: resource, record, status, q, after }) =>
      askApi(call, inside, {
        path: '/api/threads',
        query: { resource, record, status, q, _after: after },
      }),
  );
}

function addWriting(server: McpServer, { call, inside, collection }: Parts): void {
  server.registerTool(
    'comment',
    {
      description:
        'Begins a conversation about a record or one of its fields. With `ask` it is a question that a person should answer.',
      annotations: { destructiveHint: false, openWorldHint: false },
      inputSchema: z.strictObject({
        collection,
        record: z.string(),
        field: z.string().optional(),
        text,
        ask: z.string().optional().describe('The `_id` of a user.'),
      }),
    },
    ({ collection: resource, ask, ...rest }) =>
      askApi(call, inside, {
        method: 'POST',
        path: '/api/threads',
        body: { resource, ...rest, ...(ask !== undefined && { query: { assignee: ask } }) },
        headers: { 'Idempotency-Key': newId() },
      }),
  );
  server.registerTool(
    'reply',
    {
      description: 'Writes in a conversation; `status` answers or closes its question.',
      annotations: { destructiveHint: false, openWorldHint: false },
      inputSchema: z.strictObject({
        thread: z.string(),
        text,
        status: z.enum(['answered', 'closed']).optional(),
      }),
    },
    ({ thread, ...body }) =>
      askApi(call, inside, {
        method: 'POST',
        path: `/api/threads/${encodeURIComponent(thread)}/messages`,
        body,
        headers: { 'Idempotency-Key': newId() },
      }),
  );
}
