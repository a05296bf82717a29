import { defineRoute, refuse } from '../../api/extending.ts';
import { answer } from '../../api/http/answer/answer.ts';
import { json } from '../../api/http/operation/schemas.ts';
import { createQueryReader } from '../../api/http/query-reader.ts';
import { findHiddenMappings, mappingRights } from '../find-hidden.ts';
import { toTerm } from '../masters/term.ts';
import { SameNames } from './contract.ts';
import { kindNames } from './kinds.ts';
import { toParameter } from './list-terms.ts';
import { refreshTermTables } from './refresh-term-tables.ts';
import { findSameNames, type SameName } from './same-names.ts';
import { readWidely } from './suggest/suggest-targets.ts';

const MAX_SAME_NAMES = 1_000;

function compare(one: SameName, other: SameName): number {
  if (one.term !== other.term) return one.term < other.term ? -1 : 1;
  return one.cas < other.cas ? -1 : 1;
}

/** Previews the open terms that can be mapped together, because each is the name of one target. */
export const listSameNames = defineRoute({
  method: 'GET',
  path: '/api/mappings/same-names',
  needs: mappingRights,
  takesQuery: true,
  operation: () => ({
    operationId: 'mappings.sameNames',
    summary: 'List open terms with the same name as a target',
    description:
      'Terms that are the name of several targets are left out, and those with another CAS number than their target.',
    tags: ['mappings'],
    parameters: [
      toParameter('kind', { enum: kindNames, default: 'chem' }, 'The kind of term.'),
      toParameter('q', { type: 'string' }, 'Only terms that contain this text.'),
    ],
    responses: { 200: json('The terms with their targets', SameNames) },
    problems: [414],
  }),
  run: async (call) => {
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const reader = createQueryReader(call.query);
    const [kind = 'chem'] = reader.list('kind', kindNames);
    const words = toTerm(reader.text('q'));
    const problems = reader.problems();
    if (problems.length > 0) return refuse(problems);
    const { database } = call.services;
    await refreshTermTables(database);
    const all = await readWidely(database, (sql) => findSameNames(sql, call.descriptor, kind));
    const matches = all
      .filter(({ term, cas }) => term.includes(words) || cas.includes(words))
      .sort((one, other) => other.count - one.count || compare(one, other));
    const data = matches.slice(0, MAX_SAME_NAMES).map(({ key: _, ...row }) => row);
    const rows = data.reduce((sum, { count }) => sum + count, 0);
    return answer(call, 200, SameNames, { data, total: matches.length, rows });
  },
});
