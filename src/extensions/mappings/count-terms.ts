import { answerJson } from '../../api/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { refuse } from '../../api/refusal.ts';
import { kindNames } from './kinds.ts';
import { findHiddenMappings, mappingRights } from './mapping-sight.ts';
import { readWidely } from './read-widely.ts';
import { countsSql } from './terms-sql.ts';
import { countTermsOperation } from './terms-operations.ts';
import { findVersion } from './version.ts';

/** How many terms of each kind wait for a decision, contradict each other, or were put aside. */
export const countTerms = defineRoute({
  method: 'GET',
  path: '/api/mappings/overview',
  needs: mappingRights,
  operation: countTermsOperation,
  run: async (call) => {
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const answer = await readWidely(call.parts.database, async (sql) => {
      const version = await findVersion(sql);
      const counts: Record<string, object> = {};
      for (const kind of kindNames) {
        const { rows } = await sql.query<object>(countsSql(kind), [version]);
        counts[kind] = rows[0]!;
      }
      return { version, kinds: counts };
    });
    return answerJson(call, 200, JSON.stringify(answer));
  },
});
