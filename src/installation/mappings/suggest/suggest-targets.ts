import { defineRoute, refuse, type QueryRunner } from '../../../api/extending.ts';
import { answer } from '../../../api/http/answer/answer.ts';
import { json, jsonBody } from '../../../api/http/operation/schemas.ts';
import { parseBody } from '../../../api/http/json-body.ts';
import { isRefusal } from '../../../services/refusal.ts';
import { Suggestions, suggestionsBody } from '../contract.ts';
import { findHiddenMappings, mappingRights } from '../../find-hidden.ts';
import type { Database } from '../../../store/connection/database.ts';
import { readSuggestions } from './read-suggestions.ts';

/** Suggests targets for the terms on a screen in one call, the most certain first. */
export const suggestTargets = defineRoute({
  method: 'POST',
  path: '/api/mappings/suggestions',
  needs: mappingRights,
  operation: () => ({
    operationId: 'mappings.suggestions',
    summary: 'Suggest targets for raw terms',
    description:
      'Compares names, CAS numbers, synonyms and trigrams. `differs` marks a target whose CAS number is not the printed one. Does not write anything.',
    tags: ['mappings'],
    requestBody: jsonBody(suggestionsBody),
    responses: {
      200: json(
        'The suggestions for each term in the order of the request, most reliable first',
        Suggestions,
      ),
    },
    problems: [413, 415, 422],
  }),
  run: async (call) => {
    const read = await parseBody(call, suggestionsBody);
    if (isRefusal(read)) return read;
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const { kind, terms, most, search } = read.value;
    const data = await readWidely(call.services.database, (sql) =>
      readSuggestions(sql, call.descriptor, { kind, terms, most, search }),
    );
    return answer(call, 200, Suggestions, { data });
  },
});

/** Reads all extractions at once, with more time than other requests and enough memory to group 100,000 terms. */
export function readWidely<Result>(
  database: Database,
  read: (sql: QueryRunner) => Promise<Result>,
): Promise<Result> {
  return database.for('report').transaction(
    async (sql) => {
      await sql.query(`set local work_mem = '48MB'`);
      return read(sql);
    },
    { readOnly: true, timeout: 20_000 },
  );
}
