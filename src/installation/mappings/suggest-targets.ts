import { answer } from '../../api/http/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { json, jsonBody } from '../../api/http/operation/schemas.ts';
import { parseBody } from '../../api/http/json-body.ts';
import { isRefusal, refuse } from '../../api/http/refusal.ts';
import { toTerm } from '../masters/term.ts';
import { type Suggestion, Suggestions, suggestionsBody } from './contract.ts';
import { findHiddenMappings, mappingRights } from './mapping-sight.ts';
import { readWidely } from './read-widely.ts';
import { type Suggested, suggestionsSql } from './suggestions-sql.ts';

/** What the terms on a screen may mean, the surest first, all in one call. */
export const suggestTargets = defineRoute({
  method: 'POST',
  path: '/api/mappings/suggestions',
  needs: mappingRights,
  operation: () => ({
    operationId: 'mappings.suggestions',
    summary: 'Suggest targets for raw terms',
    description: 'Compares names, CAS numbers, synonyms and trigrams. Does not write anything.',
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
    const asked = terms.map(({ term: printed, cas }) => ({
      term: toTerm(printed),
      numbers: findNumbers(`${cas} ${printed}`),
    }));
    const { rows } = await readWidely(call.parts.database, (sql) => {
      const values = [JSON.stringify(asked), search];
      return sql.query<Suggested>(suggestionsSql(call.descriptor, kind), values);
    });
    const data = terms.map((_, at) =>
      toSuggestions(
        rows.filter((row) => row.at === at + 1),
        most,
      ),
    );
    return answer(call, 200, Suggestions, { data });
  },
});

/** CAS numbers in what a study printed, whatever stands around them. */
function findNumbers(printed: string): string[] {
  return [...new Set(printed.match(/(?<!\d)[1-9]\d{1,6}-\d\d-\d(?!\d)/g) ?? [])];
}

const surest = ['exact', 'cas', 'synonym', 'similar'];

/** Each target once, for the best of its reasons. */
function toSuggestions(rows: readonly Suggested[], most: number): Suggestion[] {
  const rank = ({ method, score }: Suggested) => surest.indexOf(method) * 2 - score;
  const best = new Map<string, Suggested>();
  for (const row of [...rows].sort((one, other) => rank(one) - rank(other))) {
    const key = JSON.stringify([row.target, row.target === row.note ? row.name : '']);
    if (!best.has(key)) best.set(key, row);
  }
  return [...best.values()]
    .slice(0, most)
    .map(({ target, name, note, method, score }) => ({ target, name, note, method, score }));
}
