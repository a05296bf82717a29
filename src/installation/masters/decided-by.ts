import { toTerm } from './term.ts';

type Words = { rawChemName: string; rawCas: string | null; rawFoodContactArticle: string | null };

export type UsedMapping = {
  _id: string;
  mappingId: string;
  mappingType: string;
  rawTerm: string;
  rawCas: string | null;
};

/** Of the mappings a master was made with those that decided about an extraction; no chem's: its CAS number did. */
export function decidedBy<Mapping extends UsedMapping>(
  extraction: Words,
  mappings: readonly Mapping[],
): { chem: Mapping | undefined; others: Mapping[] } {
  const name = toTerm(extraction.rawChemName);
  const chems = mappings.filter(
    ({ mappingType, rawTerm }) => mappingType === 'chem' && toTerm(rawTerm) === name,
  );
  const cas = toTerm(extraction.rawCas);
  const article = toTerm(extraction.rawFoodContactArticle);
  return {
    // One with the same CAS number goes before one without any.
    chem:
      chems.find(({ rawCas }) => toTerm(rawCas) === cas) ??
      chems.find(({ rawCas }) => toTerm(rawCas) === ''),
    others: mappings.filter(
      ({ mappingType, rawTerm }) =>
        article !== '' && mappingType !== 'chem' && toTerm(rawTerm) === article,
    ),
  };
}
