import { problem, type Problem, type UserCall } from '../api/extending.ts';
import { mayRead } from '../descriptor/access.ts';
import { resourceNamed } from './resource-named.ts';
import type { NamedRight } from '../api/extending/define-route.ts';

/**
 * Returns the problem if the caller may not see all records of some resources, or not these fields of them.
 * It is for code that counts in SQL past the store, where counting only a part would give a wrong result.
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

/** The rights that every page and call about terms needs. */
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

/** Checks everything that is counted and suggested for terms. */
export function findHiddenMappings(call: UserCall): Problem | undefined {
  return findHidden(call, used);
}
