import { Present } from '../../../contract/presence.ts';
import type { z } from 'zod';
import { json } from '../../http/operation/answer-schema.ts';
import { jsonBody } from '../../http/operation/body-schema.ts';
import type { Operation } from '../../http/operation/operation.ts';

/** What the document says about who has a record open. */
export function presenceOperation(body: z.ZodType): Operation {
  return {
    operationId: 'presence',
    summary: 'Say that one has a record open, and hear who else has',
    description: [
      'Said every 10 seconds, and at once when it changes; after 25 seconds of silence a window counts as closed, and soon after its stream of events ended.',
      'While it is open, `presence` of the stream of events tells when others come and go.',
      'A record the caller may not read is not found (404). Of others no more is told than their names.',
    ].join('\n'),
    tags: ['system'],
    requestBody: jsonBody(body),
    responses: {
      200: json('Who else has it open', Present),
      204: { description: 'Closed' },
    },
    problems: [404, 413, 415, 422, 429],
  };
}
