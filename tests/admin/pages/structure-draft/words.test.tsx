import { describe, expect, test } from 'vitest';
import { texts } from '../../../../src/admin/messages/en/pages/structure-draft.ts';
import { pathText, refusalText } from '../../../../src/admin/pages/structure/draft/change-words.ts';
import { withTyped } from '../../../../src/admin/pages/structure/text/text-editor.tsx';

describe('a draft in words', () => {
  test.each([
    [['resources', 'books', 'fields', 'title', 'required'], 'books › title › required'],
    [['resources', 'books', 'list', 'fields'], 'books › list › fields'],
    [['roles', 'staff'], 'roles › staff'],
  ])('names %j', (path, name) => {
    expect(pathText(path)).toBe(name);
  });

  test('leads from a field of a set to the set', () => {
    const path = ['resources', 'books', 'fields', 'street'];
    const source = ['fieldSets', 'address', 'street'];

    expect(refusalText({ reason: 'inSet', path, source }, texts)).toBe(
      'books › street comes from fieldSets › address › street. Change it there.',
    );
  });
});

describe('what somebody types into a text area', () => {
  test.each([
    ['a\r\nb\r\nc', 'a\nb\nc', 'a\r\nb\r\nc'],
    ['a\r\nb\r\nc', 'a\nx\nb\nc', 'a\r\nx\r\nb\r\nc'],
    ['a\r\nb\r\nc', 'a\nc', 'a\r\nc'],
    ['a\r\nb\r\n', 'a\nb\n\n', 'a\r\nb\r\n\r\n'],
    ['a\r\nb\nc', 'a\nb\nd', 'a\r\nb\nd'],
    ['a\nb', 'a\nb\nc', 'a\nb\nc'],
    ['a\r\na\r\na', 'a\na', 'a\r\na'],
    ['a\rb', 'a\nb\nc', 'a\rb\rc'],
  ])('of %j, shown with other line ends: %j', (text, typed, written) => {
    expect(withTyped(text, typed)).toBe(written);
  });
});
