import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { listParameters } from '../http/operation/list-parameters.ts';
import type { Operation, Parameter, Schema } from '../http/operation/operation.ts';
import { id } from '../http/operation/id-parameter.ts';
import { json, toPage, totalHeader } from '../records/record-operations.ts';
import { publicRecordSchema } from '../records/record-schemas.ts';

const text: Schema = { type: 'string' };
const known: Parameter = { name: 'If-None-Match', in: 'header', schema: text };
const headers = {
  ETag: { description: 'Identifies this version of the response.', schema: text },
  'Cache-Control': { description: 'The response can be cached for one minute.', schema: text },
};
const unchanged = { description: 'Unchanged', headers };

/** What the document says about the calls anybody may make; `resource` holds public fields only. */
export function publicOperations(resource: Resource) {
  const label = textIn(resource.label, 'en');
  const record = publicRecordSchema(resource);
  return {
    list: (): Operation => ({
      operationId: `${resource.name}.publicList`,
      summary: `List published records of ${label}`,
      tags: ['public'],
      parameters: [...listParameters(resource, ['_id']), known],
      responses: {
        200: {
          description: 'A page of records',
          headers: { ...totalHeader, ...headers },
          ...json(toPage(record)),
        },
        304: unchanged,
      },
      problems: [403, 414],
    }),

    get: (): Operation => ({
      operationId: `${resource.name}.publicGet`,
      summary: `Get a published record of ${label}`,
      tags: ['public'],
      parameters: [id, known],
      responses: { 200: { description: 'The record', headers, ...json(record) }, 304: unchanged },
      problems: [404],
    }),
  };
}
