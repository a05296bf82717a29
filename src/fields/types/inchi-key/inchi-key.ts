import { defineCanonicalTextType, canonicalText } from '../../canonical-text-type.ts';

const keyShape = /^[A-Z]{14}-[A-Z]{8}[SN][A-Z]-[A-Z]$/;

/** 14 letters of the skeleton, 8 of the rest, `S` or `N`, version, protonation (InChI Technical Manual). */
const inchiKeyRule = canonicalText(
  27,
  (text) => text.replace(/^InChIKey=/i, '').toUpperCase(),
  (text) => (keyShape.test(text) ? undefined : { code: 'V011', params: { expected: 'inchiKey' } }),
).meta({ pattern: keyShape.source });

export const inchiKey = defineCanonicalTextType(inchiKeyRule, {
  examples: [
    {
      settings: {},
      valid: ['YNQLUTRBYVCPMQ-UHFFFAOYSA-N', 'InChIKey=ynqlutrbyvcpmq-uhfffaoysa-n'],
      invalid: ['YNQLUTRBYVCPMQ', 'YNQLUTRBYVCPMQ-UHFFFAOYXA-N', 'YNQLUTRBYVCPM-UHFFFAOYSA-N', 1],
    },
  ],
});
