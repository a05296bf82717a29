import { describe, expect, test } from 'vitest';
import { readableFields, writableFields } from '../../src/descriptor/access.ts';
import { toSourceAsSeen } from '../../src/descriptor/as-seen.ts';
import { toDescriptor } from '../../src/descriptor/to-descriptor.ts';
import { books, library, librarySource } from './library.ts';

describe('the declarations as a role may see them', () => {
  test('are the whole for who may everything', () => {
    expect(toSourceAsSeen(library, 'admin')).toEqual(librarySource);
  });

  test('leave out resources, fields and roles that are not for the role', () => {
    const seen = toDescriptor(toSourceAsSeen(library, 'viewer'));

    expect([...seen.resources.keys()]).toEqual(['books', 'users']);
    expect([...seen.roles.keys()]).toEqual(['viewer']);
    expect([...seen.resources.get('books')!.fields.keys()]).toEqual(
      readableFields(library, 'viewer', books),
    );
  });

  test('name no field in lists, forms and keys that is not there', () => {
    const seen = toDescriptor(toSourceAsSeen(library, 'viewer')).resources;

    expect(seen.get('books')).toMatchObject({
      list: { columns: ['code', 'shelf.room', 'createdAt'] },
      form: [{ label: { en: 'Book', de: 'Buch' }, fields: ['code', 'name'] }],
      permissions: { viewer: ['list', 'read'] },
    });
    expect(seen.get('users')).toMatchObject({ importKey: '_id', list: { sort: '_id' } });
  });

  test('say of what the role may not write that it is read-only', () => {
    const seen = toDescriptor(toSourceAsSeen(library, 'staff'));
    const fields = [...seen.resources.get('books')!.fields.values()];

    const writable = fields.filter((field) => !field.readOnly).map((field) => field.name);

    expect(writable).toEqual(writableFields(library, 'staff', books));
    expect(writableFields(seen, 'staff', seen.resources.get('books')!)).toEqual(writable);
  });

  test.each(['staff', 'viewer', 'guest', 'nobody'])(
    'tell %s of no hidden field and of no other role',
    (role) => {
      const seen = JSON.stringify(toSourceAsSeen(library, role));

      const others = ['admin', 'staff', 'viewer', 'guest'].filter((other) => other !== role);
      expect(['secret', ...others].filter((word) => seen.includes(`"${word}"`))).toEqual([]);
    },
  );
});
