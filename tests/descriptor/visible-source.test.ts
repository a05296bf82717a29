import { describe, expect, test } from 'vitest';
import { readableFields, writableFields } from '../../src/descriptor/access.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { books, library, librarySource } from './library.ts';

describe('the declarations as a role sees them', () => {
  test('are complete for a role with all rights', () => {
    expect(toVisibleSource(library, 'admin')).toEqual({
      ...librarySource,
      app: { ...librarySource.app, timeZone: library.app.timeZone },
    });
  });

  test('are valid if the source declares no app', () => {
    const { users } = librarySource.resources;
    const open = toDescriptor({
      roles: { admin: { all: true }, viewer: {} },
      resources: { users: { ...users, permissions: { viewer: ['list'] } } },
    });

    expect(toVisibleSource(open, 'viewer')).toMatchObject({
      app: {},
      roles: { viewer: {} },
      resources: { users: { permissions: { viewer: ['list'] } } },
    });
    expect(toVisibleSource(open, 'nobody')).toEqual({
      app: { timeZone: open.app.timeZone },
      roles: {},
      resources: {},
    });
  });

  test('omit resources, fields and roles that the role cannot see', () => {
    const seen = toDescriptor(toVisibleSource(library, 'viewer'));

    expect([...seen.resources.keys()]).toEqual(['books', 'users']);
    expect([...seen.roles.keys()]).toEqual(['viewer']);
    expect([...seen.resources.get('books')!.fields.keys()]).toEqual(
      readableFields(library, 'viewer', books),
    );
  });

  test('name no missing field in lists, forms and keys', () => {
    const seen = toDescriptor(toVisibleSource(library, 'viewer')).resources;

    expect(seen.get('books')).toMatchObject({
      list: { columns: ['code', 'shelf.room', 'createdAt'] },
      form: [{ label: { en: 'Book', de: 'Buch' }, fields: ['code', 'name'] }],
      permissions: { viewer: ['list', 'read', 'comment'] },
    });
    expect(seen.get('users')).toMatchObject({ importKey: ['_id'], list: { sort: '_id' } });
  });

  test('mark fields as read-only that the role cannot write', () => {
    const seen = toDescriptor(toVisibleSource(library, 'staff'));
    const fields = [...seen.resources.get('books')!.fields.values()];

    const writable = fields.filter((field) => !field.readOnly).map((field) => field.name);

    expect(writable).toEqual(writableFields(library, 'staff', books));
    expect(writableFields(seen, 'staff', seen.resources.get('books')!)).toEqual(writable);
  });

  test.each(['staff', 'viewer', 'guest', 'nobody'])(
    'reveal to %s no hidden field and no other role',
    (role) => {
      const seen = JSON.stringify(toVisibleSource(library, role));

      const others = ['admin', 'staff', 'viewer', 'guest'].filter((other) => other !== role);
      expect(['secret', ...others].filter((word) => seen.includes(`"${word}"`))).toEqual([]);
    },
  );

  test('have the pages of the role, and of others only the path', () => {
    const label = { en: 'P', de: 'S' };
    const open = { name: 'open', path: '/tools/open', label };
    const stock = { name: 'stock', path: '/tools/stock', label };
    const whole = toDescriptor({
      ...librarySource,
      app: { ...librarySource.app, pages: [open, { ...stock, roles: ['staff'] }] },
    });

    expect(toVisibleSource(whole, 'staff').app?.pages).toEqual([open, stock]);
    expect(toVisibleSource(whole, 'viewer').app?.pages).toEqual([
      open,
      { name: 'stock', path: '/tools/stock', roles: [] },
    ]);
  });

  test('show a view as a table to a role that cannot read its grouping field', () => {
    const { books: declared, ...others } = librarySource.resources;
    const due = { type: 'date', label: { en: 'Due', de: 'Fällig' }, read: ['admin', 'staff'] };
    const views = ['calendar:dueOn', 'calendar:bought..dueOn'].map((shownAs, at) => ({
      name: `due${at}`,
      label: { en: 'D', de: 'D' },
      shownAs,
    }));
    const whole = toDescriptor({
      ...librarySource,
      resources: {
        books: { ...declared, fields: { ...declared.fields, dueOn: due }, views },
        ...others,
      },
    });
    const shownTo = (role: string) =>
      toVisibleSource(whole, role).resources['books']!.views!.map(({ shownAs }) => shownAs);

    expect([shownTo('staff'), shownTo('viewer')]).toEqual([
      ['calendar:dueOn', 'calendar:bought..dueOn'],
      [undefined, undefined],
    ]);
  });

  test('mark a list filter that has lost conditions that the role cannot read', () => {
    const { books: declared, ...others } = librarySource.resources;
    const list = { filter: { secret: 'x', year_gte: '$year-1' } };
    const whole = toDescriptor({
      ...librarySource,
      resources: { books: { ...declared, list }, ...others },
    });
    const seenBy = (role: string) =>
      toDescriptor(toVisibleSource(whole, role)).resources.get('books')!.list;

    expect(seenBy('staff')).toMatchObject({
      filter: { year_gte: '$year-1' },
      dropped: ['where'],
    });
    expect(seenBy('admin')).toMatchObject(list);
    expect(seenBy('admin')).not.toHaveProperty('dropped');
  });

  test('have the views of the role, with the fields that it can read', () => {
    const views = [
      {
        name: 'all',
        label: { en: 'All', de: 'Alle' },
        filter: { secret: 'x', year_gte: '$year-1', 'author.name': 'Ann', or: [{ secret: 'y' }] },
        sort: 'secret,-year',
        columns: ['secret', 'code'],
      },
      { name: 'staffOnly', label: { en: 'S', de: 'S' }, roles: ['staff'], default: true },
      { name: 'hiddenOnly', label: { en: 'H', de: 'H' }, columns: ['secret'], sort: 'secret' },
    ];
    const { books: declared, ...others } = librarySource.resources;
    const whole = toDescriptor({
      ...librarySource,
      resources: { books: { ...declared, views }, ...others },
    });
    const seenBy = (role: string) =>
      toDescriptor(toVisibleSource(whole, role)).resources.get('books')!.views;

    expect(seenBy('staff')).toEqual([
      {
        name: 'all',
        label: { en: 'All', de: 'Alle' },
        filter: { year_gte: '$year-1', 'author.name': 'Ann' },
        sort: '-year',
        columns: ['code'],
        default: false,
        dropped: ['where'],
      },
      { name: 'staffOnly', label: { en: 'S', de: 'S' }, default: true },
      { name: 'hiddenOnly', label: { en: 'H', de: 'H' }, default: false },
    ]);
    // Of the authors a viewer sees nothing.
    expect(seenBy('viewer').map(({ name, filter }) => [name, filter])).toEqual([
      ['all', { year_gte: '$year-1' }],
      ['hiddenOnly', undefined],
    ]);
    // Who may everything reads it all, but is not shown lists as somebody else wants them.
    expect(seenBy('admin').map(({ name }) => name)).toEqual(['all', 'hiddenOnly']);
  });
});
