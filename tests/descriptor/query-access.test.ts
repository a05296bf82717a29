import { describe, expect, test } from 'vitest';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { books, library, resourceOf } from './library.ts';

function ask(text: string, role = 'staff', resource = books) {
  return parseListQuery({ descriptor: library, role, resource, params: new URLSearchParams(text) });
}

describe('a field that the role cannot read', () => {
  test.each([
    ['secret=x', 'staff', 'secret'],
    ['secret_starts=x', 'staff', 'secret_starts'],
    ['secret_null=true', 'staff', 'secret_null'],
    ['secret_nonsense=x', 'staff', 'secret_nonsense'],
    ['_sort=-secret', 'staff', '_sort.secret'],
    ['_fields=code,secret', 'staff', '_fields.secret'],
    ['where={"not":{"secret":"x"}}', 'staff', 'where.not.secret'],
    ['price_gt=1', 'viewer', 'price_gt'],
    ['code=1', 'guest', 'code'],
    ['_id=1', 'guest', '_id'],
  ])('is refused in a query: %s by %s', (text, role, path) => {
    expect(ask(text, role)).toMatchObject({ problems: [{ code: 'Q002', path }] });
  });

  test('is not suggested', () => {
    expect(ask('secrett=x')).toMatchObject({ problems: [{ code: 'Q002' }] });
    expect(JSON.stringify(ask('secrett=x'))).not.toMatch(/secret\b/);
  });

  test('is not searched, and a search only in hidden fields is refused', () => {
    const users = resourceOf('users');

    expect(ask('q=x')).toMatchObject({ query: { q: 'x' } });
    expect(ask('q=x', 'guest')).toMatchObject({ problems: [{ code: 'Q001', path: 'q' }] });
    expect(ask('q=x', 'staff', users)).toMatchObject({ problems: [{ code: 'Q001', path: 'q' }] });
  });

  test('is not used as the default order', () => {
    const users = resourceOf('users');

    expect(ask('', 'admin', users)).toMatchObject({ query: { sort: [{ path: 'email' }] } });
    expect(ask('', 'staff', users)).toMatchObject({ query: { sort: [] } });
  });

  test('is not revealed by the order of references', () => {
    expect(ask('_sort=author', 'staff')).toMatchObject({
      query: { sort: [{ path: 'author', descending: false }] },
    });
    expect(ask('_sort=-author', 'viewer')).toMatchObject({
      query: { sort: [{ path: 'author', descending: true, byId: true }] },
    });
  });
});
