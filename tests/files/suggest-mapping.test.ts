import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { suggestMapping } from '../../src/files/import/suggest-mapping.ts';

const { resources } = toDescriptor({
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

const suggestionOf = (name: string, samples: readonly (string | number | boolean | null)[]) =>
  suggestMapping(resources.get('chems')!, [{ name, samples }]).get(name);

describe('a column', () => {
  test.each([
    ['CAS Reg. No.', 'casId'],
    ['CAS-RN', 'casId'],
    ['cas id', 'casId'],
    ['EC No', 'ecNumber'],
    ['Boiling point (°C)', 'boilingPoint'],
  ])('called %s is probably %s, as that is like its name', (name, field) => {
    expect(suggestionOf(name, [])).toMatchObject({ field });
  });

  test.each([
    ['mostly CAS numbers', ['80-05-7', 'MOSH', '50-00-0'], 'casId'],
    ['EC numbers', ['200-003-9', '201-245-8'], 'ecNumber'],
    ['keys of a pattern', ['DTXSID3020596'], 'dtxsid'],
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
    ['seldom CAS numbers', ['80-05-7', 'MOSH', 'POSH']],
  ])('of %s tells nothing', (_what, samples) => {
    expect(suggestionOf('x', samples)).toBeUndefined();
  });

  test('is not told by a name where most of its cells could be no value of the field', () => {
    expect(suggestionOf('Boiling point (text)', ['high', 'low'])).toBeUndefined();
  });
});
