import { describe, expect, it } from 'vitest';
import { inferResources } from '../../../src/descriptor/infer/infer-resources.ts';
import { writeDescriptor } from '../../../src/descriptor/infer/write-descriptor.ts';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';

function inferColumn(values: readonly unknown[], name = 'column', isWritten = true) {
  const rows = values.map((value) => ({ [name]: value }));
  const [resource] = inferResources([{ name: 'things', rows, isWritten }]);
  return resource!.fields[0]!;
}

describe('a column', () => {
  it.each([
    ['cas', ['80-05-7', '50-00-0', '']],
    ['ec', ['200-003-9', '201-245-8']],
    ['inchiKey', ['YNQLUTRBYVCPMQ-UHFFFAOYSA-N']],
    ['doi', ['10.1016/j.envint.2020.106225', 'https://doi.org/10.1000/a1']],
    ['email', ['a@example.org', 'b@example.org']],
    ['url', ['https://example.org/a', 'https://example.org/b']],
    ['date', ['2020-02-29', '2021-01-01']],
    ['datetime', ['2020-02-29T10:00:00Z']],
    ['time', ['08:30', '14:00', '']],
    ['time', ['08:30:05', '14:00']],
    // Hours and minutes that something took, or that a clock showed.
    ['text', ['1:30', '0:45']],
    ['number', ['14.30', '9.05']],
    ['boolean', ['yes', 'no', '']],
    ['number', ['1', '0', '1']],
    ['number', ['1.5', '-3']],
    ['text', ['007', '012']],
    ['text', ['', '']],
    ['text', ['a', 'b']],
  ])('is of type %s when it holds %j', (type, values) => {
    expect(inferColumn(values).declaration.type).toBe(type);
  });

  it.each([
    ['tags', [['a'], ['b', 'c']]],
    ['json', [{ a: 1 }, { b: 2 }]],
    ['boolean', [true, false]],
    ['text', ['193', '194']],
    ['text', ['true', 'false']],
  ])('of JSON is of type %s when it holds %j', (type, values) => {
    expect(inferColumn(values, 'column', false).declaration.type).toBe(type);
  });

  it('of a few repeated words is a choice', () => {
    const values = Array.from({ length: 30 }, (_, index) => ['todo', 'done'][index % 2]);

    expect(inferColumn(values).declaration).toEqual({
      type: 'choice',
      choices: ['done', 'todo'],
      required: true,
    });
  });

  it('of groups of more than four words is a text', () => {
    const typeOf = (words: string) =>
      inferColumn(Array.from({ length: 30 }, (_, index) => (index % 2 ? 'done' : words)))
        .declaration.type;

    expect([typeOf('not yet quite done'), typeOf('not yet quite done today')]).toEqual([
      'choice',
      'text',
    ]);
  });

  it('is a structure only when its name says so', () => {
    const types = ['SMILES', 'word'].map(
      (name) => inferColumn(['CCO', 'CCN'], name).declaration.type,
    );

    expect(types).toEqual(['structure', 'text']);
  });

  it.each([
    ['CAS No.', 'casNo'],
    ['Größe (mg/kg)', 'groesseMgKg'],
    ['Ärzte und Œuvres', 'aerzteUndOeuvres'],
    ['A\u0308rzte', 'aerzte'],
    ['Ørsted, Łódź, Prévoyance', 'orstedLodzPrevoyance'],
    ['2nd name', 'n2ndName'],
    ['alreadyFine', 'alreadyFine'],
  ])('named %s makes the field %s, with its name as the label', (header, name) => {
    expect(inferColumn(['x'], header)).toMatchObject({ name, header });
  });

  it('with an impossible name gets another one, and system columns are omitted', () => {
    const [resource] = inferResources([
      { name: 'things', rows: [{ '???': 'a', _id: '1', name: 'b' }], isWritten: true },
    ]);

    expect(resource!.fields.map(({ name }) => name)).toEqual(['column1', 'name']);
    expect(resource!.remarks).toHaveLength(1);
  });
});

const plants = {
  name: 'plants',
  isWritten: true,
  rows: ['P1', 'P2', 'P3'].map((code, index) => ({ code, name: `Plant ${index}`, note: '*/ "\n' })),
};
const seeds = {
  name: 'seeds',
  isWritten: true,
  rows: ['P1', 'P3', 'P2', 'P2'].map((plant, index) => ({
    seedId: `S${index}`,
    plant,
    amount: '2.5',
  })),
};

describe('files', () => {
  it('refer to each other by the values of their keys', () => {
    const [, resource] = inferResources([plants, seeds]);

    expect(resource!.importKey?.field).toBe('seedId');
    expect(resource!.fields.find(({ name }) => name === 'plant')?.declaration).toEqual({
      type: 'reference',
      to: 'plants',
    });
  });

  it.each([
    [['P1', 'P2', 'P3', 'P1'], 'reference'],
    [['P1', 'P2', 'P1'], 'text'],
  ])('refer by the values %j alone only if there are three or more: %s', (values, type) => {
    const rows = values.map((origin) => ({ origin, amount: '2.5' }));

    const [, resource] = inferResources([plants, { name: 'oils', isWritten: true, rows }]);

    expect(resource!.fields[0]!.declaration.type).toBe(type);
  });

  it('become a descriptor that passes the check, whatever their contents', () => {
    const text = writeDescriptor(inferResources([plants, seeds]));

    const checked = parseDescriptor(text);

    expect(checked).not.toHaveProperty('problems');
    expect('descriptor' in checked && [...checked.descriptor.resources.keys()]).toEqual([
      'plants',
      'seeds',
      'users',
    ]);
    expect(text).toContain('// each value is a code of plants');
    // Other programs read it too, and most allow no comma before a closing bracket.
    expect(text).not.toMatch(/,\s*(\/\/.*)?\s*[}\]]/);
  });
});

it.each([
  ['one value in all rows', ['EU'], 'text'],
  ['a few terms', ['solid', 'liquid', 'gas'], 'choice'],
  ['addresses', ['Main Street 5, Berlin', 'Side Street 7, Bonn'], 'text'],
  ['texts of two lines', ['Main\nBerlin', 'Side\nBonn'], 'text'],
  ['IP addresses', ['10.0.0.1', '10.0.0.2'], 'text'],
])('a column of repeated %s has the right type', (_what, values, type) => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ column: values[at % values.length]! }));

  const [resource] = inferResources([{ name: 'things', rows, isWritten: true }]);

  const [field] = resource!.fields;
  expect(field!.declaration.type).toBe(type);
  expect(field!.because.includes('a choice if there are no others')).toBe(type === 'text');
});

describe('a column that differs in every row', () => {
  it.each<[string, string[], string | undefined]>([
    ['Spending_USD', ['12.5', '7', '9.25'], undefined],
    ['temperature', ['12', '7', '9'], undefined],
    ['sample_code', ['12', '7', '9'], 'sampleCode'],
    ['score_code', ['1.5', '2.5', '3.5'], undefined],
    ['species', ['oak', 'ash', 'elm'], 'species'],
    ['measured', ['2026-01-01', '2026-01-02', '2026-01-03'], undefined],
  ])('%s with the values %s makes the key %s', (name, values, key) => {
    const rows = values.map((value) => ({ [name]: value }));

    const [resource] = inferResources([{ name: 'things', rows, isWritten: true }]);

    expect(resource!.importKey?.field).toBe(key);
  });
});
