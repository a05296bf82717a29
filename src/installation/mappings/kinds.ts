/** What the raw terms of an extraction are mapped to, as `mappings.mappingType` has it. */
export type Kind = 'chem' | 'chemFunction' | 'foodContactArticle' | 'foodContactMaterial';

/** The fields of an extraction that hold terms as they were printed, and their number. */
type TermField = 'rawChemName' | 'rawChemFunction' | 'rawFoodContactArticle' | 'rawCas';

type KindFacts = {
  /** The field of an extraction that holds the term as it was printed. */
  term: TermField;
  /** The field with a number printed beside it, which is a part of what is mapped. */
  number?: TermField;
  /** The field of a mapping that says what the term means. */
  target: 'chem' | 'chemFunction' | 'target';
  /** The resource of the target; without it the target is a key that mappings share. */
  of?: string;
};

export const kinds: Readonly<Record<Kind, KindFacts>> = {
  chem: { term: 'rawChemName', number: 'rawCas', target: 'chem', of: 'chems' },
  chemFunction: { term: 'rawChemFunction', target: 'chemFunction', of: 'chemFunctions' },
  foodContactArticle: { term: 'rawFoodContactArticle', target: 'target' },
  foodContactMaterial: { term: 'rawFoodContactArticle', target: 'target' },
};

export const kindNames = Object.keys(kinds) as readonly Kind[];

/** `open`: nobody has decided what it means. `conflict`: it was decided twice, and not alike. */
export type TermState = 'open' | 'conflict' | 'rejected';

export const termStates: readonly TermState[] = ['open', 'conflict', 'rejected'];
