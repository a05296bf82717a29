import { defineRoute, refuse } from '../../api/extending.ts';
import { answer } from '../../api/http/answer/answer.ts';
import { json } from '../../api/http/operation/schemas.ts';
import { Counts } from './contract.ts';
import { refreshTermTables } from './refresh-term-tables.ts';
import { kindNames, type Kind, type TermState } from './kinds.ts';
import { findHiddenMappings, mappingRights } from '../find-hidden.ts';

type Count = { kind: Kind; state: TermState; terms: number; rows: number };

/** Counts the terms of each kind that are open, in conflict, or rejected. */
export const countTerms = defineRoute({
  method: 'GET',
  path: '/api/mappings/overview',
  needs: mappingRights,
  operation: () => ({
    operationId: 'mappings.overview',
    summary: 'Count the raw terms without a decision',
    description:
      'Uses the same rules as the generation of masters, with the newest version of the mappings.',
    tags: ['mappings'],
    responses: { 200: json('The counts by kind of term', Counts) },
  }),
  run: async (call) => {
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const { database } = call.services;
    const version = await refreshTermTables(database);
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
    const counts = Object.fromEntries(kinds) as Counts['kinds'];
    return answer(call, 200, Counts, { version, kinds: counts });
  },
});
