import { json } from '../../http/operation/answer-schema.ts';
import { LookedUp } from '../../../contract/lists.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { textIn } from '../../../fields/localized-text.ts';
import { lookupBody } from './lookup-body.ts';
import { jsonBody } from '../../http/operation/body-schema.ts';
import type { Operation } from '../../http/operation/operation.ts';

/** What the document says about looking up many values at once. */
export function lookupOperation(resource: Resource): Operation {
  const { name, label, importKey } = resource;
  return {
    operationId: `${name}.lookup`,
    summary: `Look up records of ${textIn(label, 'en')} by many values`,
    description:
      'Takes up to 1,000 values. Text matches as written, in lower case, in upper case, or with capitals at the start of the text or of each word. Numbers and identifiers match in the normalised form that the field stores.',
    tags: [name],
    requestBody: jsonBody(lookupBody, { values: ['01'], fields: [importKey] }),
    responses: {
      200: json('The matching records for each value, in the order of the request', LookedUp),
    },
    problems: [413, 415, 422],
  };
}
