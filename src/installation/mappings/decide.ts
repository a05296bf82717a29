import { actorOf } from '../../api/http/actor.ts';
import { answerJson } from '../../api/http/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { parseBody } from '../../api/http/parse-body.ts';
import { isRefusal, refuse } from '../../api/http/refusal.ts';
import { resourceNamed } from '../masters/read-all.ts';
import { toTerm } from '../masters/term.ts';
import { countRows } from './count-rows.ts';
import { decisionBody } from './decision-body.ts';
import { findHiddenMappings, mappingRights } from './mapping-sight.ts';
import { decideOperation } from './terms-operations.ts';
import { writeDecision } from './write-decision.ts';

/** Writes down what a term means, once for all the rows it stands in. */
export const decide = defineRoute({
  method: 'POST',
  path: '/api/mappings/decisions',
  needs: [...mappingRights, { may: 'create', of: 'mappings' }, { may: 'update', of: 'mappings' }],
  operation: () => decideOperation(decisionBody),
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
    return answerJson(call, 200, JSON.stringify({ ...written, count }));
  },
});
