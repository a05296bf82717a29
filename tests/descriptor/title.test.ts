import { describe, expect, test } from 'vitest';
import { displayTitle, parseTitle, titleFields, titleOf } from '../../src/descriptor/title.ts';
import { showTextsIn } from '../../src/fields/reader-style.ts';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { linkResources } from '../../src/descriptor/read/link-resources.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { books } from './library.ts';

/** The books with another title. */
function titled(title: string): Resource {
  const { titleParts: _, through: __, ...rest } = books;
  return linkResources(new Map([['books', { ...rest, title }]])).get('books')!;
}

describe('a title', () => {
  test('is parsed into texts and fields', () => {
    expect(parseTitle('{commonName} ({casId})')).toEqual([
      { field: 'commonName' },
      { text: ' (' },
      { field: 'casId' },
      { text: ')' },
    ]);
  });

  test('shows system fields, and nothing for a field that does not exist', () => {
    const of = (title: string) => titled(title);
    const record = { _id: '1', createdAt: '2020-01-02T03:04:05.000Z', nothing: 'x', code: 'B1' };

    expect(titleOf(of('{code} {createdAt}'), record)).toBe('B1 2020-01-02T03:04:05.000Z');
    expect(titleOf(of('{code} {nothing}'), record)).toBe('');
  });

  test('names the fields it needs', () => {
    expect(titleFields(books)).toEqual(['code', 'name']);
  });

  test.each([
    [
      'is made of its fields',
      { _id: '1', code: 'B1', name: 'Plastics' },
      'B1: Plastics',
      'B1: Plastics',
    ],
    ['is empty when one of them is empty', { _id: '1', code: 'B1', name: null }, '', 'B1'],
    ['is empty when one of them is missing', { _id: '1', name: 'Plastics' }, '', '1'],
    [
      'is not made again from what it says',
      { _id: '1', code: '{name}', name: 'x' },
      '{name}: x',
      '{name}: x',
    ],
  ])('%s', (_, record, title, shown) => {
    expect(titleOf(books, record)).toBe(title);
    expect(displayTitle(books, record)).toBe(shown);
  });
});

test('a value in right-to-left letters is isolated if others follow it', () => {
  const record = { _id: 'b1', name: 'aa – יעקב', code: '64-17-5' };

  expect(displayTitle(titled('{name} ({code})'), record)).toBe('\u2068aa – יעקב\u2069 (64-17-5)');
  expect(displayTitle(titled('{name}'), record)).toBe('aa – יעקב');
});

describe('a title with references', () => {
  const { resources } = toDescriptor({
    resources: {
      countries: { fields: { name: { type: 'text' } }, title: '{name}' },
      makers: {
        fields: { name: { type: 'text' }, country: { type: 'reference', to: 'countries' } },
        title: '{name} · {country}',
      },
      finds: {
        fields: {
          maker: { type: 'reference', to: 'makers' },
          place: { type: 'text' },
          kind: { type: 'choice', choices: [{ value: 'a1', label: { en: 'Coin', de: 'Münze' } }] },
        },
        title: '{maker} · {place} · {kind}',
      },
    },
  });
  const finds = resources.get('finds')!;

  test('needs the fields of the titles that it contains, also indirectly', () => {
    expect(titleFields(finds)).toEqual(['maker.name', 'maker.country.name', 'place', 'kind']);
  });

  test.each([
    [
      'shows all parts, a choice by its label',
      { 'maker.name': 'Ada', 'maker.country.name': 'Peru', place: 'Lima', kind: 'a1' },
      'Ada · Peru · Lima · Coin',
    ],
    ['drops empty parts with their separator', { place: 'Lima' }, 'Lima'],
    ['drops parts within a part', { 'maker.country.name': 'Peru', kind: 'a1' }, 'Peru · Coin'],
    ['is the ID without any part', { maker: 'm1' }, 'f1'],
  ])('%s', (_, values, title) => {
    expect(displayTitle(finds, { _id: 'f1', ...values })).toBe(title);
  });
});

test('a title on a screen has choices, numbers, booleans and amounts in the language of the screens', () => {
  const { resources } = toDescriptor({
    roles: { admin: { all: true } },
    resources: {
      visits: {
        title: '{number} · {state} · {guests} · {isPaid} · {price}',
        importKey: 'number',
        fields: {
          number: { type: 'number', unique: true },
          state: {
            type: 'choice',
            choices: [{ value: 'open', label: { en: 'Open', de: 'Offen' } }],
          },
          guests: { type: 'number' },
          isPaid: { type: 'boolean' },
          price: { type: 'money', currency: 'CHF' },
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
  const record = {
    _id: 'v1',
    number: 12_345,
    state: 'open',
    guests: 12_345,
    isPaid: true,
    price: '12.5',
  };

  showTextsIn('de');
  const title = displayTitle(resources.get('visits')!, record);
  showTextsIn('en');

  expect(title).toBe('12345 · Offen · 12.345 · Ja · 12,50 CHF');
});
