import { defineCanonicalTextType, canonicalText } from '../../type/canonical-text-type.ts';

const keyShape = /^[A-Z]{14}-[A-Z]{8}[SN][A-Z]-[A-Z]$/;

/** The whole skeleton, and what follows as far as it is known. */
const beginning = /^[A-Z]{14}(-[A-Z]{0,10}|-[A-Z]{10}-[A-Z]?)?$/;

/** 14 letters of the skeleton, 8 of the rest, `S` or `N`, version, protonation (InChI Technical Manual). */
const inchiKeyRule = canonicalText(27, normalise, (text) =>
  keyShape.test(text) ? undefined : { code: 'V011', params: { expected: 'inchiKey' } },
).meta({ pattern: keyShape.source });

function normalise(text: string): string {
  return text.replace(/^InChIKey=/i, '').toUpperCase();
}

export const inchiKey = defineCanonicalTextType(inchiKeyRule, {
  begins: (text) => {
    const start = normalise(text.trim());
    return beginning.test(start) ? start : undefined;
  },
  examples: [
    {
      settings: {},
      valid: ['YNQLUTRBYVCPMQ-UHFFFAOYSA-N', 'InChIKey=ynqlutrbyvcpmq-uhfffaoysa-n'],
      invalid: ['YNQLUTRBYVCPMQ', 'YNQLUTRBYVCPMQ-UHFFFAOYXA-N', 'YNQLUTRBYVCPM-UHFFFAOYSA-N', 1],
    },
  ],
});
