import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { suggestMapping } from '../../src/files/import/suggest/suggest-mapping.ts';
import { firstInstallation } from '../support/first-installation.ts';

const descriptor = toDescriptor({
  app: {},
  roles: { admin: { all: true } },
  resources: {
    chems: {
      title: '{name}',
      fields: {
        casId: { type: 'cas', pseudoKeys: true, label: { en: 'CAS number' } },
        name: { type: 'text', required: true },
        tier: { type: 'choice', choices: [1, 2, 3, 4] },
        state: { type: 'choice', choices: ['draft', 'final'] },
        isListed: { type: 'boolean' },
        year: { type: 'text', pattern: '^\\d{4}$' },
        dtxsid: { type: 'text', pattern: '^DTXSID\\d{7,}$' },
        ecNumber: { type: 'ec' },
        smiles: { type: 'structure' },
        boilingPoint: { type: 'number' },
      },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

const links = (keys: readonly string[]) => keys.map((key) => `https://example.org/details/${key}`);

const suggestionOf = (name: string, samples: readonly (string | number | boolean | null)[]) =>
  suggestMapping({ descriptor, role: 'admin' }, descriptor.resources.get('chems')!, [
    { name, samples },
  ]).get(name);

describe('a column', () => {
  test.each([
    ['CAS Reg. No.', 'casId'],
    ['CAS-RN', 'casId'],
    ['cas id', 'casId'],
    ['EC No', 'ecNumber'],
    ['Boiling point (°C)', 'boilingPoint'],
    ['Boil. points', 'boilingPoint'],
    ['EC#', 'ecNumber'],
    ['Boiling', 'boilingPoint'],
  ])('named %s is probably %s, because of a similar name', (name, field) => {
    expect(suggestionOf(name, [])).toMatchObject({ field });
  });

  test.each([
    ['mostly CAS numbers', ['80-05-7', 'MOSH', '50-00-0'], 'casId'],
    ['EC numbers', ['200-003-9', '201-245-8'], 'ecNumber'],
    ['keys of a pattern', ['DTXSID3020596'], 'dtxsid'],
    ['CAS numbers without hyphens', ['107073', '80057', '7732185', 50000], 'casId'],
    ['addresses that end in keys', links(['DTXSID3020596', 'DTXSID1020778']), 'dtxsid'],
    ['structures', ['CC(C)(c1ccc(O)cc1)c1ccc(O)cc1'], 'smiles'],
  ])('of %s is probably a field of these, by its content', (_what, samples, field) => {
    expect(suggestionOf('x', samples)).toEqual({ field, why: 'content' });
  });

  test.each([
    ['blanks', [' ', ' ', ' ']],
    ['grades', [1, 3, 2, 4]],
    ['written grades', ['1', '3']],
    ['flags', ['1', '1', '1']],
    ['words for yes and no', ['true', 'false']],
    ['years', ['1999', '2004']],
    ['choices', ['draft', 'final']],
    ['words that could be structures', ['CO', 'CNS']],
    ['two numbers that could be CAS numbers', ['107073', '80057']],
    ['counts', ['10707', '107074', '800571', '7732185']],
    ['seldom CAS numbers', ['80-05-7', 'MOSH', 'POSH']],
  ])('of %s has no suggestion', (_what, samples) => {
    expect(suggestionOf('x', samples)).toBeUndefined();
  });

  test('is not suggested by name if most of its cells are invalid for the field', () => {
    expect(suggestionOf('Boiling point (text)', ['high', 'low'])).toBeUndefined();
  });
});

describe('the columns of a foreign file of chemicals', () => {
  const own = firstInstallation();
  const chems = own.resources.get('chems')!;
  const reader = { descriptor: own, role: 'admin' };
  const columns: Record<string, { samples: (string | number)[]; field: string }> = {
    'EC#': { samples: ['200-001-8'], field: 'ecNumber' },
    Formula: { samples: ['CH2O'], field: 'molecularFormula' },
    'Mol. weight (g/mol)': { samples: ['30,03', 'NA'], field: 'molecularWeight' },
    Family: { samples: ['Aldehydes'], field: 'chemFamilies' },
    Uses: { samples: ['Monomer'], field: 'chemFunctions' },
    'In MigEx?': { samples: ['yes'], field: 'inFccMigex' },
    Tier: { samples: [1], field: 'fccPrioTier' },
    Remarks: { samples: ['see annex'], field: 'comments' },
    IUPAC: { samples: ['methanal'], field: 'iupacName' },
    CASRN: { samples: ['50-00-0'], field: 'casId' },
    Name: { samples: ['Formaldehyde'], field: 'commonName' },
  };

  test('are all suggested', () => {
    const file = Object.entries(columns).map(([name, { samples }]) => ({ name, samples }));

    const suggestions = suggestMapping(reader, chems, file);

    expect(Object.fromEntries([...suggestions].map(([name, { field }]) => [name, field]))).toEqual(
      Object.fromEntries(Object.entries(columns).map(([name, { field }]) => [name, field])),
    );
  });

  test('are not matched by a word that is in the names of two fields', () => {
    const suggestions = suggestMapping(reader, chems, [
      { name: 'commonName', samples: ['Formaldehyde'] },
      { name: 'Name', samples: ['Methanal'] },
    ]);

    expect(suggestions.get('Name')).toBeUndefined();
  });
});
