import { expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { guessConversion } from '../../src/files/import/suggest/guess-conversion.ts';
import { libraryDescriptor } from '../support/library.ts';

const { fields } = libraryDescriptor().resources.get('books')!;

test.each([
  ['numbers with a decimal comma', 'price', ['30,03', '1.012,5', 'much'], { decimal: ',' }],
  ['numbers with commas between thousands', 'price', ['1,234.5', '12'], { decimal: '.' }],
  ['numbers that can be read as they are', 'price', ['1.5', '12'], {}],
  ['numbers that two ways would read', 'price', ['1,500'], {}],
  ['days with points, which are read anyway', 'printedOn', ['3.2.1999', ''], {}],
  [
    'days of which one has no such month',
    'printedOn',
    ['3/4/1999', '3/14/1999'],
    { date: 'MM/DD/YYYY' },
  ],
  ['days that two ways would read', 'printedOn', ['3/4/1999'], {}],
  ['days as this installation writes them', 'printedOn', ['1999-02-03'], {}],
  [
    'numbers beside a sign for an unknown value',
    'price',
    ['NA', '30,03', 'NA'],
    { decimal: ',', empty: 'NA' },
  ],
  ['signs alone', 'price', ['NA', 'NA'], {}],
  ['texts, whatever is in them', 'title', ['30,03'], {}],
])('guesses the format of a column: %s', (_what, name, samples, way) => {
  expect(guessConversion(fields.get(name)!, samples)).toEqual(way);
});

test('guesses the common prefix of the URLs of identifiers', () => {
  const { fields: own } = toDescriptor({
    app: {},
    roles: { admin: { all: true } },
    resources: { chems: { fields: { dtxsid: { type: 'text', pattern: '^DTXSID\\d{7,}$' } } } },
  }).resources.get('chems')!;
  const prefix = 'https://comptox.epa.gov/dashboard/chemical/details/';

  const guess = guessConversion(own.get('dtxsid')!, [
    `${prefix}DTXSID7020637`,
    `${prefix}DTXSID7021234`,
  ]);

  expect(guess).toEqual({ prefix });
});
