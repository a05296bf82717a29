import { Present } from '../../../contract/presence.ts';
import type { z } from 'zod';
import { json } from '../../http/operation/answer-schema.ts';
import { jsonBody } from '../../http/operation/body-schema.ts';
import type { Operation } from '../../http/operation/operation.ts';

/** What the document says about who has a record open. */
export function presenceOperation(body: z.ZodType): Operation {
  return {
    operationId: 'presence',
    summary: 'Report that you have a record open',
    description: [
      'Send it every 10 seconds, and immediately when something changes. After 25 seconds without a report, or soon after its event stream ends, a window counts as closed.',
      'While a record is open, `presence` events report who opens and closes it.',
      'A record that the caller may not read is not found (404). Only the names of other users are returned.',
    ].join('\n'),
    tags: ['system'],
    requestBody: jsonBody(body),
    responses: {
      200: json('Other users who have the record open', Present),
      204: { description: 'Closed' },
    },
    problems: [404, 413, 415, 422, 429],
  };
}
