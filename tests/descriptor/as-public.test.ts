import { describe, expect, test } from 'vitest';
import { mayDo, readableFields } from '../../src/descriptor/access.ts';
import { publicRole, toPublicDescriptor } from '../../src/descriptor/permissions/as-public.ts';
import { operations } from '../../src/descriptor/descriptor.ts';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { library } from './library.ts';

const published = toPublicDescriptor(library);
const resource = published.resources.get('books')!;

function ask(text: string) {
  const params = new URLSearchParams(text);
  return parseListQuery({ descriptor: published, role: publicRole, resource, params });
}

describe('the published descriptor', () => {
  test('contains the resources and fields that are published', () => {
    expect([...published.resources.keys()]).toEqual(['books']);
    expect(readableFields(published, publicRole, resource)).toEqual(['code', 'name']);
  });

  test('allows only reading', () => {
    const allowed = operations.filter((operation) =>
      mayDo(published, publicRole, resource, operation),
    );

    expect(allowed).toEqual(['list', 'read']);
    expect(mayDo(published, 'admin', resource, 'read')).toBe(false);
  });

  test('sorts by _id if the default order is not published', () => {
    const books = library.resources.get('books')!;
    const hidden = { ...books, list: { ...books.list, sort: '-year' } };

    const { resources } = toPublicDescriptor({
      ...library,
      resources: new Map([['books', hidden]]),
    });

    expect(resources.get('books')!.list.sort).toBe('_id');
  });

  test('has lists like any other', () => {
    expect(ask('name_contains=a&_sort=-name&_fields=code&_id_in=a,b')).toHaveProperty('query');
    expect(ask('')).toMatchObject({ query: { sort: [{ path: 'code' }] } });
  });

  test.each(['secret=1', 'price_gt=1', '_sort=year', '_fields=status', 'where={"secret":"x"}'])(
    'refuses %s like an unknown field',
    (text) => {
      expect(ask(text)).toMatchObject({ problems: [{ code: 'Q002' }] });
    },
  );

  test.each([
    'createdBy=u1',
    'updatedAt_gte=2026-01-01T00:00:00Z',
    '_sort=createdAt',
    '_fields=createdBy',
  ])('does not reveal who works here and when: %s', (text) => {
    expect(ask(text)).toMatchObject({ problems: [{ code: 'Q002' }] });
  });

  test('is computed once', () => {
    expect(toPublicDescriptor(library)).toBe(published);
  });
});
