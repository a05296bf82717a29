import { defineCanonicalTextType, canonicalText } from '../../type/canonical-text-type.ts';
import { findInSmiles } from '../../chemistry/smiles.ts';

/**
 * A chemical structure as SMILES. The rule knows only the grammar, so that neither the server nor the first page loads
 * a chemistry library. The browser checks while the user types whether it can be drawn (valences, aromaticity).
 */
const smilesRule = canonicalText(10_000, (text) => text, findInSmiles).meta({ maxLength: 10_000 });

export const structure = defineCanonicalTextType(smilesRule, {
  long: true,
  // `CO` and `CNS` are words too.
  recognizes: (text) =>
    /[[\]()=#@1-9]/.test(text) && /[A-Za-z]/.test(text) && smilesRule.safeParse(text).success,
  examples: [
    {
      settings: {},
      valid: [
        'CC(C)(c1ccc(O)cc1)c1ccc(O)cc1',
        ' C1CC1 ',
        '[Na+].[Cl-]',
        'N[C@@H](C)C(=O)O',
        'F/C=C\\F',
        'C%12CCCCC%12',
        '[13CH4]',
        '*CCO*',
        'c1cc[nH]c1',
        '[O-]->[Zn+2]<-[O-]',
        '[*]OC(=O)C=C |$_R1;;;;;$|',
        '|RG:_R1={*[H] |$_AP1;$|}|',
      ],
      invalid: [
        'CC(',
        'CC)',
        'C1CC',
        'C[',
        'C[Xx]',
        'Q',
        'C C',
        'CC=',
        '=C',
        'C((C)C)',
        'C()C',
        'C1C2CC1',
        '(C)C',
        'C.',
        'C==C',
        'C |',
        'C x|y|',
        5,
      ],
    },
  ],
});
