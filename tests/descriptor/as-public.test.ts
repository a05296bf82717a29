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

describe('what is public', () => {
  test('is the resources and fields that say so', () => {
    expect([...published.resources.keys()]).toEqual(['books']);
    expect(readableFields(published, publicRole, resource)).toEqual(['code', 'name']);
  });

  test('can be read and nothing else', () => {
    const allowed = operations.filter((operation) =>
      mayDo(published, publicRole, resource, operation),
    );

    expect(allowed).toEqual(['list', 'read']);
    expect(mayDo(published, 'admin', resource, 'read')).toBe(false);
  });

  test('is ordered by _id where the own order is not public', () => {
    const books = library.resources.get('books')!;
    const hidden = { ...books, list: { ...books.list, sort: '-year' } };

    const { resources } = toPublicDescriptor({
      ...library,
      resources: new Map([['books', hidden]]),
    });

    expect(resources.get('books')!.list.sort).toBe('_id');
  });

  test('is a list like any other', () => {
    expect(ask('name_contains=a&_sort=-name&_fields=code&_id_in=a,b')).toHaveProperty('query');
    expect(ask('')).toMatchObject({ query: { sort: [{ path: 'code' }] } });
  });

  test.each(['secret=1', 'price_gt=1', '_sort=year', '_fields=status', 'where={"secret":"x"}'])(
    'does not answer %s, as if there were no such field',
    (text) => {
      expect(ask(text)).toMatchObject({ problems: [{ code: 'Q002' }] });
    },
  );

  test.each([
    'createdBy=u1',
    'updatedAt_gte=2026-01-01T00:00:00Z',
    '_sort=createdAt',
    '_fields=createdBy',
  ])('does not tell who works here and when: %s', (text) => {
    expect(ask(text)).toMatchObject({ problems: [{ code: 'Q002' }] });
  });

  test('is worked out once', () => {
    expect(toPublicDescriptor(library)).toBe(published);
  });
});
