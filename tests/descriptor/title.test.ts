import { describe, expect, test } from 'vitest';
import { displayTitle, parseTitle, titleFields, titleOf } from '../../src/descriptor/title.ts';
import { books } from './library.ts';

describe('a title', () => {
  test('is read as text and fields in turn', () => {
    expect(parseTitle('{commonName} ({casId})')).toEqual([
      { field: 'commonName' },
      { text: ' (' },
      { field: 'casId' },
      { text: ')' },
    ]);
  });

  test('shows system fields, and nothing for a field that does not exist', () => {
    const { fields } = books;
    const of = (title: string) => ({ ...books, fields, title });
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
