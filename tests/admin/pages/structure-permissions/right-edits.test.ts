import { describe, expect, test } from 'vitest';
import {
  lossesOf,
  permissionsPath,
  setFieldRight,
  setRight,
  setRights,
  setRightsFrom,
  type Edit,
} from '../../../../src/admin/pages/structure/rights/right-edits.ts';
import {
  toFieldRows,
  type FieldRow,
} from '../../../../src/admin/pages/structure/collection/field-rows.ts';
import { readDraft } from '../../../../src/descriptor/read/draft-descriptor.ts';
import { openFiles, wholeOf } from '../../../../src/descriptor/edits/open-files.ts';

const text = `{
  "roles": { "admin": { "all": true }, "staff": {}, "guest": {} },
  "permissionSets": { "shared": { "staff": ["list", "read"] } },
  "resources": {
    "books": {
      "fields": {
        // The shelf.
        "shelf": { "type": "text" },
        "price": { "type": "number", "read": ["staff"] }
      },
      "permissions": {
        "staff": ["list", "delete"], // May not read.
        "guest": { "list": true, "read": { "shelf": "A" } }
      }
    },
    "films": { "fields": { "title": { "type": "text" } }, "permissions": "shared" }
  }
}
`;

const files = [{ path: 'resources.json', text }];
const read = (of: typeof files) => {
  const opened = openFiles(of);
  if ('refused' in opened) throw new Error('syntax');
  return wholeOf(opened) as Record<string, any>;
};
const declared = read(files);
const after = (edit: Edit) => {
  const edited = edit(files);
  if ('refused' in edited) throw new Error(edited.refused.reason);
  return edited.files[0]!.text;
};
const whole = (edit: Edit) => read([{ path: 'resources.json', text: after(edit) }]);
const ofBooks = { path: permissionsPath(declared, 'books') };

describe('a right', () => {
  test('is added to a list in the order of the operations, and the comment stays', () => {
    const edited = after(
      setRight(declared, { ...ofBooks, role: 'staff', operation: 'read' }, true),
    );

    expect(edited).toContain('"staff": ["list", "read", "delete"], // May not read.');
    expect(edited.split('\n')).toHaveLength(text.split('\n').length);
  });

  test.each([
    ['staff', 'delete', false, ['list']],
    ['staff', 'list', { shelf: 'A' }, { list: { shelf: 'A' }, delete: true }],
    ['guest', 'read', false, { list: { shelf: 'A' } }],
    ['guest', 'read', true, { list: true, read: true }],
    ['guest', 'read', "shelf = 'B'", { list: true, read: "shelf = 'B'" }],
  ] as const)('of %s to %s becomes %j', (role, operation, value, expected) => {
    const edited = whole(setRight(declared, { ...ofBooks, role, operation }, value));

    expect(edited['resources'].books.permissions[role]).toEqual(expected);
  });

  test('to list does not end the condition that it sets to read', () => {
    const limited = { guest: { list: "shelf = 'A'", read: true, export: true } };
    const before = { resources: { books: { fields: {}, permissions: limited } } };
    const of = [{ path: 'resources.json', text: JSON.stringify(before) }];
    const edited = setRight(before, { ...ofBooks, role: 'guest', operation: 'list' }, false)(of);

    expect('files' in edited && read([...edited.files])['resources'].books.permissions).toEqual({
      guest: { read: "shelf = 'A'", export: true },
    });
  });

  test('that ends a condition names what it opens', () => {
    const lost = (guest: unknown) => {
      const now = { resources: { books: { permissions: { guest } } } };
      return lossesOf({ resources: { books: { permissions: { guest: own } } } }, now, 'books');
    };
    const own = { list: "shelf = 'A'", read: "shelf = 'B'", export: true, delete: "shelf = 'C'" };

    expect(lost({ ...own, list: false })).toEqual([
      { role: 'guest', lost: ['list'], opened: ['read', 'delete', 'export', 'comment'] },
    ]);
    expect(lost({ ...own, delete: false })).toEqual([
      { role: 'guest', lost: ['delete'], opened: [] },
    ]);
    expect(lost({ ...own, export: "shelf = 'D'" })).toEqual([]);
  });

  test.each([
    ['guest', { list: true, read: { shelf: 'A' }, export: true }],
    ['staff', ['list', 'read', 'export']],
  ] as const)('of %s that stays keeps its condition', (role, expected) => {
    const edited = whole(setRights(declared, { ...ofBooks, role }, ['list', 'read', 'export']));

    expect(edited['resources'].books.permissions[role]).toEqual(expected);
  });

  test('of a role without an entry begins one, and the last right ends it', () => {
    const right = { path: permissionsPath(declared, 'books'), role: 'helper' } as const;
    const begun = whole(setRight(declared, { ...right, operation: 'list' }, true));

    expect(begun['resources'].books.permissions.helper).toEqual(['list']);
    const [last] = [{ ...begun['resources'].books.permissions }];
    expect(last.helper).toHaveLength(1);
    const ended = whole(setRights(declared, { ...ofBooks, role: 'guest' }, []));
    expect(ended['resources'].books.permissions).not.toHaveProperty('guest');
  });

  test('of a shared set is changed in the set', () => {
    const path = permissionsPath(declared, 'films');
    const edited = whole(setRight(declared, { path, role: 'staff', operation: 'update' }, true));

    expect(edited['permissionSets'].shared.staff).toEqual(['list', 'read', 'update']);
    expect(edited['resources'].films.permissions).toBe('shared');
  });

  test('of a shared set becomes one of the collection, as it is', () => {
    const edited = whole(setRightsFrom(declared, 'films', undefined));

    expect(edited['resources'].films.permissions).toEqual({ staff: ['list', 'read'] });
  });
});

type Of = { row: FieldRow; setting: 'read' };

describe('the right to a field', () => {
  const rows = toFieldRows(declared, 'books');
  const [shelf, price] = ['shelf', 'price'].map((name) => ({
    row: rows.find((row) => row.name === name)!,
    setting: 'read' as const,
  })) as [Of, Of];

  test('that nobody lacks yet names all other roles', () => {
    const edited = whole(setFieldRight(declared, { ...shelf, role: 'guest' }, false));

    expect(edited['resources'].books.fields.shelf.read).toEqual(['staff']);
  });

  test('is never opened to everybody because the last role loses it', () => {
    const edited = whole(setFieldRight(declared, { ...price, role: 'staff' }, false));

    expect(edited['resources'].books.fields.price.read).toEqual(['admin']);
  });

  test('is given to one more role, and to all only if somebody says so', () => {
    const more = whole(setFieldRight(declared, { ...price, role: 'guest' }, true));
    const all = whole(setFieldRight(declared, { ...price, role: 'guest' }, undefined));

    expect(more['resources'].books.fields.price.read).toEqual(['staff', 'guest']);
    expect(all['resources'].books.fields.price).not.toHaveProperty('read');
  });
});

test('a draft in which no role may do everything leaves rights open', () => {
  expect(readDraft(declared)?.roles.has('admin')).toBe(true);
  expect(readDraft({ ...declared, roles: { staff: {}, guest: {} } })).toBeUndefined();
});
