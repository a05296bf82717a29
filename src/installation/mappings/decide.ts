import { actorOf } from '../../api/http/call.ts';
import { answer } from '../../api/http/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { json, jsonBody } from '../../api/http/operation/schemas.ts';
import { parseBody } from '../../api/http/json-body.ts';
import { isRefusal, refuse } from '../../api/http/refusal.ts';
import { resourceNamed } from '../masters/read-all.ts';
import { toTerm } from '../masters/term.ts';
import { countRows } from './count-rows.ts';
import { decisionBody, Written } from './contract.ts';
import { findHiddenMappings, mappingRights } from './mapping-sight.ts';
import { writeDecision } from './write-decision.ts';

/** Writes down what a term means, once for all the rows it stands in. */
export const decide = defineRoute({
  method: 'POST',
  path: '/api/mappings/decisions',
  needs: [...mappingRights, { may: 'create', of: 'mappings' }, { may: 'update', of: 'mappings' }],
  operation: () => ({
    operationId: 'mappings.decide',
    summary: 'Decide on a raw term',
    description: [
      '`approve` writes an approved mapping, which applies to every extraction with the term; `reject` rejects the term;',
      '`keep` keeps one of several approved mappings and rejects the others. An existing mapping of the term that is not approved is reused instead of creating a new one.',
      '`before` contains the previous values of each record, for undoing the decision with `POST /api/mappings/bulk`. 412: someone else has decided in the meantime.',
    ].join('\n'),
    tags: ['mappings'],
    requestBody: jsonBody(decisionBody),
    responses: { 200: json('The changed records', Written) },
    problems: [409, 412, 413, 415, 422],
  }),
  run: async (call) => {
    const read = await parseBody(call, decisionBody);
    if (isRefusal(read)) return read;
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const { kind, term, cas } = read.value;
    const key = { kind, term: toTerm(term), cas: kind === 'chem' ? toTerm(cas) : '' };
    const count = await countRows(
      call.parts.database,
      resourceNamed(call.descriptor, 'extractions'),
      key,
    );
    const written = await writeDecision(call, read.value, { ...key, count, by: actorOf(call) });
    if (isRefusal(written)) return written;
    return answer(call, 200, Written, { ...written, count });
  },
});
