import { Molecule } from 'openchemlib';
import { describe, expect, it } from 'vitest';
import { findInSmiles, toBareSmiles } from '../../src/fields/chemistry/smiles.ts';

describe('SMILES', () => {
  it.each([
    ['C', 'methane'],
    ['CCO', 'ethanol'],
    ['CC(C)(c1ccc(O)cc1)c1ccc(O)cc1', 'bisphenol A'],
    ['CCCCC(CC)COC(=O)c1ccccc1C(=O)OCC(CC)CCCC', 'DEHP'],
    ['N[C@@H](C)C(=O)O', 'a stereo centre'],
    ['F/C=C\\F', 'a stereo bond'],
    ['[Na+].[Cl-]', 'a salt'],
    ['[13CH4]', 'an isotope'],
    ['[O-][N+](=O)c1ccccc1', 'charges'],
    ['C%12CCCCC%12', 'a ring of two digits'],
    ['C1=CC=CC=C1', 'a ring closed after a bond'],
    ['C=1CCCCC=1', 'a bond before a ring'],
    ['C12C3C4C1C5C2C3C45', 'cubane'],
    ['*CC*', 'open ends'],
    ['[nH]1cccc1', 'an aromatic atom in brackets'],
    ['[Fe+2]', 'a metal'],
    ['C(=O)(O)O', 'a bond at the start of a branch'],
    ['C(C).C', 'a dot after a branch'],
    ['[O-]->[Zn+2]<-[O-]', 'dative bonds'],
    ['[*]OC(=O)C=C |$_R1;;;;;$,lp:1:2|', 'an extension'],
  ])('%s is read (%s)', (smiles) => {
    expect(findInSmiles(smiles)).toBeUndefined();
  });

  it.each([
    ['CC(', 'V023', { text: '(', position: 3 }],
    ['CC(C(C)', 'V023', { text: '(', position: 3 }],
    ['CC)', 'V021', { text: ')', position: 3 }],
    ['C[NH', 'V023', { text: '[', position: 2 }],
    ['C1CC', 'V024', { ring: '1' }],
    ['C%12CC', 'V024', { ring: '12' }],
    ['C1C2CC1', 'V024', { ring: '2' }],
    ['CC=', 'V025', undefined],
    ['CC.', 'V025', undefined],
    ['C==C', 'V021', { text: '=', position: 3 }],
    ['=CC', 'V021', { text: '=', position: 1 }],
    ['C(C=)C', 'V021', { text: ')', position: 5 }],
    ['()C', 'V021', { text: '(', position: 1 }],
    ['C()C', 'V021', { text: ')', position: 3 }],
    ['C[Xx]', 'V021', { text: '[Xx]', position: 2 }],
    ['C[]', 'V021', { text: '[]', position: 2 }],
    ['CQ', 'V021', { text: 'Q', position: 2 }],
    ['C C', 'V021', { text: ' ', position: 2 }],
    ['Bisphenol A', 'V021', { text: 'i', position: 2 }],
    ['C.1', 'V021', { text: '1', position: 3 }],
    ['C🧪', 'V021', undefined],
  ])('%s is refused by %s', (smiles, code, params) => {
    expect(findInSmiles(smiles)).toMatchObject({ code, ...(params && { params }) });
  });

  it('is checked in linear time', () => {
    const started = performance.now();

    findInSmiles('('.repeat(10_000));
    findInSmiles('C('.repeat(5_000));
    findInSmiles(`C${'['.repeat(9_999)}`);
    findInSmiles(`[${'H'.repeat(9_990)}]`);
    findInSmiles(`C ${'|'.repeat(9_990)}x`);

    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('is accepted if the drawing library reads it, except dative bonds and patterns', () => {
    for (const smiles of [
      'CC(C)(c1ccc(O)cc1)c1ccc(O)cc1',
      '[Na+].[Cl-]',
      'C%12CCCCC%12',
      '*CC* |$A;;;B$|',
    ]) {
      expect(Molecule.fromSmiles(toBareSmiles(smiles)).getAllAtoms()).toBeGreaterThan(0);
    }
  });
});
