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
    summary: `Find the records of ${textIn(label, 'en')} that are meant by what somebody wrote`,
    description:
      'Up to 1,000 values in one question. A value is found as it is written, all in small or capital letters, with a capital at the start or of each word; numbers and identifiers in the form the field keeps them.',
    tags: [name],
    requestBody: jsonBody(lookupBody, { values: ['01'], fields: [importKey] }),
    responses: {
      200: json('For each value, in their order, the records it means', LookedUp),
    },
    problems: [413, 415, 422],
  };
}
