import { answerJson } from '../../api/http/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { refuse } from '../../api/http/refusal.ts';
import { freshTerms } from './fresh-terms.ts';
import { kindNames, type Kind, type TermState } from './kinds.ts';
import { findHiddenMappings, mappingRights } from './mapping-sight.ts';
import { countTermsOperation } from './terms-operations.ts';

type Count = { kind: Kind; state: TermState; terms: number; rows: number };

/** How many terms of each kind wait for a decision, contradict each other, or were put aside. */
export const countTerms = defineRoute({
  method: 'GET',
  path: '/api/mappings/overview',
  needs: mappingRights,
  operation: countTermsOperation,
  run: async (call) => {
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const { database } = call.parts;
    const version = await freshTerms(database);
    const { rows } = await database.query<Count>('select * from backoffice.term_counts');
    const of = (kind: Kind, state: TermState) =>
      rows.find((row) => row.kind === kind && row.state === state);
    const kinds = kindNames.map((kind) => [
      kind,
      {
        open: of(kind, 'open')?.terms ?? 0,
        rows: of(kind, 'open')?.rows ?? 0,
        conflict: of(kind, 'conflict')?.terms ?? 0,
        rejected: of(kind, 'rejected')?.terms ?? 0,
      },
    ]);
    const answer = { version, kinds: Object.fromEntries(kinds) };
    return answerJson(call, 200, JSON.stringify(answer));
  },
});
