import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/descriptor/json-object.ts';
import {
  emptyField,
  lackOf,
  nameFields,
  OWN,
  permissionsLike,
  toDeclaration,
} from '../../../../src/admin/pages/structure/new/collection-draft.ts';
import {
  canBeUnique,
  kindOf,
  kindsOf,
} from '../../../../src/admin/pages/structure/settings/field-kinds.ts';

const field = (label: string, declaration: JsonObject = { type: 'text' }, parts = {}) => ({
  ...emptyField(),
  labels: { en: label },
  declaration,
  ...parts,
});
const languages = ['en'];
const draft = { name: 'labSamples', label: 'Lab samples', languages, group: '', permissions: {} };

describe('the declaration of a new collection', () => {
  test('has a label only where the name does not give it', () => {
    const fields = [field('Received on', { type: 'date' }, { isRequired: true }), field('CAS No.')];

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

    expect(nameFields('labSamples', fields, languages).map(({ name }) => name)).toEqual([
      'code',
      'code2',
      'labSampleId',
      'column4',
      'column5',
    ]);
  });

  test('links a field to the collection itself, and gives an amount its currency', () => {
    const fields = [
      field('Part of', { type: 'reference', to: OWN }),
      field('Price', { type: 'money', currency: 'EUR' }),
    ];

    expect(toDeclaration({ ...draft, fields, titleKey: '' })).toMatchObject({
      fields: {
        partOf: { type: 'reference', to: 'labSamples' },
        price: { type: 'money', currency: 'EUR' },
      },
    });
  });

  test('has a label of a field in each language, the usual one where the person gives none', () => {
    const fields = [
      field('', { type: 'date' }, { labels: { de: 'Bezahlt am', en: 'Paid on' } }),
      field('', { type: 'text' }, { labels: { de: 'Bemerkung' } }),
      field('Remark'),
    ];

    expect(
      toDeclaration({ ...draft, languages: ['en', 'de'], fields, titleKey: '' }).fields,
    ).toEqual({
      paidOn: { type: 'date', label: { en: 'Paid on', de: 'Bezahlt am' } },
      bemerkung: { type: 'text', label: { en: 'Bemerkung', de: 'Bemerkung' } },
      remark: { type: 'text' },
    });
  });
});

describe('the kinds of fields', () => {
  test('are the types, each followed by its variants', () => {
    const names = kindsOf().map(({ name }) => name);

    expect(names.slice(0, 2)).toEqual(['text', 'longText']);
    expect(names).toEqual(expect.arrayContaining(['integer', 'reference', 'object']));
    expect(kindsOf(['number']).map(({ name }) => name)).toEqual(['number', 'integer']);
  });

  test.each([
    [{ type: 'choice' }, 'choices'],
    [{ type: 'reference' }, 'to'],
    [{ type: 'money' }, 'currency'],
    [{ type: 'money', currency: 'EUR' }, undefined],
    [{ type: 'text' }, undefined],
    [kindsOf(['object'])[0]!.declaration, undefined],
  ])('%j lacks %s', (declaration, name) => {
    expect(lackOf(field('A', declaration))?.name).toBe(name);
  });

  test.each([
    ['text', true],
    ['choice', true],
    ['reference', true],
    ['references', false],
    ['tags', false],
    ['object', false],
  ])('%s can be unique: %s', (type, can) => {
    expect(canBeUnique({ type })).toBe(can);
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
