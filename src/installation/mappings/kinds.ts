/** What raw terms of an extraction are mapped to, as in `mappings.mappingType`. */
export type Kind = 'chem' | 'chemFunction' | 'foodContactArticle' | 'foodContactMaterial';

/** The fields of an extraction with printed terms, and with the number of a chem. */
type TermField = 'rawChemName' | 'rawChemFunction' | 'rawFoodContactArticle' | 'rawCas';

type KindFacts = {
  /** The field of an extraction with the printed term. */
  term: TermField;
  /** The field with the number printed beside the term; it is part of what is mapped. */
  number?: TermField;
  /** The field of a mapping with the meaning of the term. */
  target: 'chem' | 'chemFunction' | 'target';
  /** The resource of the target. Without it, the target is a key that mappings share. */
  of?: 'chems' | 'chemFunctions';
};

export const kinds: Readonly<Record<Kind, KindFacts>> = {
  chem: { term: 'rawChemName', number: 'rawCas', target: 'chem', of: 'chems' },
  chemFunction: { term: 'rawChemFunction', target: 'chemFunction', of: 'chemFunctions' },
  foodContactArticle: { term: 'rawFoodContactArticle', target: 'target' },
  foodContactMaterial: { term: 'rawFoodContactArticle', target: 'target' },
};

export const kindNames = Object.keys(kinds) as readonly Kind[];

/** `open`: without a decision. `conflict`: with two different decisions. */
export type TermState = 'open' | 'conflict' | 'rejected';

export const termStates: readonly TermState[] = ['open', 'conflict', 'rejected'];

/** The orders of a list of terms: those in most extractions first, or those with the most certain suggestion. */
export type TermOrder = '-count' | '-certainty';

export const termOrders: readonly TermOrder[] = ['-count', '-certainty'];
