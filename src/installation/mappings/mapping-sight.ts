import type { NamedRight } from '../../api/extending/define-route.ts';
import type { UserCall } from '../../api/http/call.ts';
import type { Problem } from '../../fields/problem.ts';
import { findHidden } from '../find-hidden.ts';

/** Whoever looks at terms looks at all of this. */
export const mappingRights: readonly [NamedRight, ...NamedRight[]] = [
  { may: 'list', of: 'mappings' },
  { may: 'list', of: 'extractions' },
  { may: 'list', of: 'sources' },
  { may: 'list', of: 'chems' },
  { may: 'list', of: 'chemFunctions' },
];

const used = {
  mappings: [
    'mappingId',
    'mappingType',
    'rawTerm',
    'rawCas',
    'chem',
    'chemFunction',
    'target',
    'targetName',
    'method',
    'status',
    'mappingVersion',
  ],
  extractions: [
    'extractionId',
    'source',
    'rawChemName',
    'rawCas',
    'rawChemFunction',
    'rawFoodContactArticle',
    'testType',
    'detected',
    'status',
  ],
  sources: ['sourceId', 'title'],
  chems: ['casId', 'commonName', 'synonyms', 'iupacName'],
  chemFunctions: ['key', 'name', 'rawTerms'],
};

/** What is hidden from the caller of all that is counted and suggested here. */
export function findHiddenMappings(call: UserCall): Problem | undefined {
  return findHidden(call, used);
}
