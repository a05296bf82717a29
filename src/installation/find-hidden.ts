import type { UserCall } from '../api/http/call.ts';
import { mayRead } from '../descriptor/access.ts';
import { problem, type Problem } from '../fields/problem.ts';
import { resourceNamed } from './masters/read-all.ts';
import type { NamedRight } from '../api/extending/define-route.ts';

/**
 * What keeps the caller from seeing all records of some resources, and these fields of them: for code
 * that counts past the store, where a part of the records would yield something else than the whole.
 */
export function findHidden(
  { descriptor, role, restriction }: UserCall,
  used: Readonly<Record<string, readonly string[]>>,
): Problem | undefined {
  for (const [name, fields] of Object.entries(used)) {
    const resource = resourceNamed(descriptor, name);
    if (restriction?.rowsOf(resource)?.see)
      return problem('A012', name, { role }, 'this requires access to all of its records');
    const hidden = fields.find((field) => !mayRead(descriptor, role, resource, field));
    if (hidden !== undefined) return problem('A007', `${name}.${hidden}`, { role });
  }
  return undefined;
}

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
