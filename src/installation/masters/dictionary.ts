import type { Filter } from '../../descriptor/filter/filter.ts';
import { readAll, type Reader } from './read-all.ts';
import { toTerm } from './term.ts';

export type Mapping = {
  _id: string;
  mappingType: string;
  rawTerm: string;
  rawCas: string | null;
  chem: string | null;
  target: string | null;
  targetName: string | null;
};

/** The terms of studies, as the approved mappings of one version interpret them. */
export type Dictionary = {
  /** Finds a chem by name and CAS number together, else by the number, else by the name alone. */
  chemOf(name: string, cas: string | null): { chem: string; mapping?: string } | undefined;
  articleOf(printed: string | null): Mapping | undefined;
  materialOf(printed: string | null): Mapping | undefined;
  /** The CAS number, which identifies a chem in every installation. */
  casOf(chem: string): string;
};

const fields = ['mappingType', 'rawTerm', 'rawCas', 'chem', 'target', 'targetName'] as const;

/** The fields that are read of mappings and chems. */
export const dictionaryFields: Readonly<Record<string, readonly string[]>> = {
  mappings: ['mappingId', 'status', 'mappingVersion', ...fields],
  chems: ['casId'],
};

/** Reads the mappings and chems. `version` null means no approved mappings: chems are found by their numbers alone. */
export async function readDictionary(reader: Reader, version: number | null): Promise<Dictionary> {
  const casOf = new Map<string, string>();
  const chemByCas = new Map<string, string>();
  for await (const { _id, casId } of readAll<{ casId: string }>(reader, 'chems', ['casId'])) {
    casOf.set(_id, casId);
    chemByCas.set(toTerm(casId), _id);
  }
  const mappings = new Map<string, Mapping>();
  const approved: Filter = {
    and: [
      { path: 'status', operator: 'eq', operands: ['approved'] },
      { path: 'mappingVersion', operator: 'eq', operands: [version ?? 0] },
    ],
  };
  // Sorted by name, so that of two mappings for one term always the same one applies.
  const options = { filter: approved, sort: 'mappingId' };
  for await (const mapping of readAll<Mapping>(reader, 'mappings', fields, options)) {
    const { mappingType, rawTerm, rawCas, chem } = mapping;
    const key = toKey(mappingType, rawTerm, rawCas);
    const saysNothing = mappingType === 'chem' && chem === null;
    if (!saysNothing && !mappings.has(key)) mappings.set(key, mapping);
  }
  const chemMapping = (name: string, cas: string | null) => {
    const mapping = mappings.get(toKey('chem', name, cas));
    return mapping?.chem ? { chem: mapping.chem, mapping: mapping._id } : undefined;
  };
  return {
    chemOf: (name, cas) => {
      const paired = chemMapping(name, cas);
      if (paired || toTerm(cas) === '') return paired;
      const chem = chemByCas.get(toTerm(cas));
      return chem === undefined ? chemMapping(name, null) : { chem };
    },
    articleOf: (printed) => mappings.get(toKey('foodContactArticle', printed, null)),
    materialOf: (printed) => mappings.get(toKey('foodContactMaterial', printed, null)),
    casOf: (chem) => casOf.get(chem) ?? chem,
  };
}

function toKey(type: string, printed: string | null, cas: string | null): string {
  return JSON.stringify([type, toTerm(printed), type === 'chem' ? toTerm(cas) : '']);
}
