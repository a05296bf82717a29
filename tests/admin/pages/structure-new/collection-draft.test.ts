import { describe, expect, test } from 'vitest';
import {
  emptyField,
  lackOf,
  nameFields,
  OWN,
  permissionsLike,
  toDeclaration,
} from '../../../../src/admin/pages/structure/new/collection-draft.ts';
import { kindOf, kinds } from '../../../../src/admin/pages/structure/new/field-kinds.ts';

const field = (label: string, parts = {}) => ({ ...emptyField(), label, ...parts });
const draft = { name: 'labSamples', label: 'Lab samples', group: '', permissions: {} };

describe('the declaration of a new collection', () => {
  test('has a label only where the name does not give it', () => {
    const fields = [field('Received on', { kind: 'date', isRequired: true }), field('CAS No.')];

    expect(toDeclaration({ ...draft, fields, titleKey: '' })).toEqual({
      fields: {
        receivedOn: { type: 'date', required: true },
        casNo: { type: 'text', label: 'CAS No.' },
      },
      permissions: {},
    });
  });

  test('has its label, its group, and a title that is searched', () => {
    const fields = [field('Code')];
    const titleKey = fields[0]?.key ?? '';

    expect(
      toDeclaration({ ...draft, label: 'Samples of the lab', group: 'lab', fields, titleKey }),
    ).toMatchObject({
      label: 'Samples of the lab',
      group: 'lab',
      title: '{code}',
      fields: { code: { search: true } },
    });
  });

  test('names fields of the same, a reserved or a foreign label apart', () => {
    const fields = ['Code', 'code', 'id', 'Имя', 'constructor', ' '].map((label) => field(label));

    expect(nameFields('labSamples', fields).map(({ name }) => name)).toEqual([
      'code',
      'code2',
      'labSampleId',
      'column4',
      'column5',
    ]);
  });

  test('links a field to the collection itself, and gives an amount its currency', () => {
    const fields = [
      field('Part of', { kind: 'reference', to: OWN }),
      field('Price', { kind: 'money', currency: 'EUR' }),
    ];

    expect(toDeclaration({ ...draft, fields, titleKey: '' })).toMatchObject({
      fields: {
        partOf: { type: 'reference', to: 'labSamples' },
        price: { type: 'money', currency: 'EUR' },
      },
    });
  });

  test('has the values of a choice once each', () => {
    const fields = [field('State', { kind: 'choice', choices: 'new, used; new,,\n' })];

    expect(toDeclaration({ ...draft, fields, titleKey: '' })).toMatchObject({
      fields: { state: { type: 'choice', choices: ['new', 'used'] } },
    });
  });
});

describe('the kinds of fields', () => {
  test('are those that need values, a collection or nothing', () => {
    const names = kinds.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining(['text', 'longText', 'integer', 'reference']));
    expect(names).not.toContain('object');
    expect(lackOf(field('A', { kind: 'choice', choices: ' , ' }))).toBe('choices');
    expect(lackOf(field('A', { kind: 'reference' }))).toBe('to');
    expect(lackOf(field('A', { kind: 'money', currency: 'EU' }))).toBe('currency');
    expect(lackOf(field('A', { kind: 'text' }))).toBeUndefined();
  });

  test.each([
    [{ type: 'text', multiline: true }, 'longText'],
    [{ type: 'number', integer: true, min: 0 }, 'integer'],
    [{ type: 'number' }, 'number'],
    [{ type: 'object' }, 'object'],
  ])('recognise %j', (declaration, kind) => {
    expect(kindOf(declaration)).toBe(kind);
  });
});

test('permissions like another collection have no conditions of its fields', () => {
  const declared = {
    permissionSets: { open: { viewer: ['list', 'read'] } },
    resources: {
      books: { permissions: 'open' },
      loans: { permissions: { staff: { list: true, read: { own: true }, create: false } } },
    },
  };

  expect(permissionsLike(declared, 'books')).toEqual({
    rights: { viewer: ['list', 'read'] },
    left: [],
  });
  expect(permissionsLike(declared, 'loans')).toEqual({
    rights: { staff: ['list'] },
    left: ['staff'],
  });
});
