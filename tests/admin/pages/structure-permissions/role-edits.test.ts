import { describe, expect, test } from 'vitest';
import {
  addRole,
  inRoles,
  removeRole,
} from '../../../../src/admin/pages/structure/rights/role-edits.ts';
import { setAt } from '../../../../src/descriptor/edits/edit.ts';
import { openFiles, wholeOf } from '../../../../src/descriptor/edits/open-files.ts';

const source = {
  app: {
    dashboard: [
      { name: 'lent', roles: ['guest'] },
      { name: 'late', roles: ['guest', 'staff'] },
    ],
    pages: [{ path: '/lend', roles: ['guest'] }],
  },
  roles: { admin: { all: true }, staff: {}, guest: {} },
  permissionSets: { shared: { guest: ['list'], staff: ['list'] } },
  resources: {
    users: {
      fields: {
        role: { type: 'choice', choices: ['admin', 'staff', 'guest'], default: 'guest' },
      },
    },
    books: {
      fields: {
        shelf: { type: 'text', read: ['guest'], write: ['staff', 'guest'] },
        state: { type: 'choice', states: { transitions: [{ name: 'lend', roles: ['guest'] }] } },
      },
      permissions: {
        guest: { list: { shelf: 'guest' } },
        staff: { list: true, read: { roles: ['owner', 'guest'] } },
      },
      views: [{ name: 'mine', roles: ['guest'] }],
      actions: [{ name: 'order', roles: ['guest', 'staff'] }],
    },
  },
};

const files = [{ path: 'resources.json', text: JSON.stringify(source, null, 2) }];
const after = (edited: ReturnType<ReturnType<typeof removeRole>>) => {
  if ('refused' in edited) throw new Error(edited.refused.reason);
  const opened = openFiles(edited.files);
  if ('refused' in opened) throw new Error('syntax');
  return wholeOf(opened) as typeof source & Record<string, any>;
};

describe('a role', () => {
  test('is added with its choice for users', () => {
    const { roles, resources } = after(addRole(source, 'helper', 'Helper')(files));

    expect(roles).toHaveProperty('helper', { label: 'Helper' });
    expect(resources.users.fields.role.choices).toEqual(['admin', 'staff', 'guest', 'helper']);
  });

  test('is added to a descriptor without roles beside the one that it has anyway', () => {
    const { roles: _, ...rest } = source;
    const text = JSON.stringify(rest);
    const { roles } = after(addRole(rest, 'helper', 'Helper')([{ path: 'resources.json', text }]));

    expect(roles).toEqual({ admin: { all: true }, helper: { label: 'Helper' } });
  });

  test('is removed everywhere, and nothing is open to more people than before', () => {
    const left = after(removeRole(source, 'guest')(files));
    const { books } = left.resources;

    expect(Object.keys(left.roles)).toEqual(['admin', 'staff']);
    expect(left.permissionSets.shared).toEqual({ staff: ['list'] });
    expect(left.resources.users.fields.role).toEqual({
      type: 'choice',
      choices: ['admin', 'staff'],
    });
    expect(books.fields.shelf).toMatchObject({ read: ['admin'], write: ['staff'] });
    expect(books.fields.state.states.transitions[0]!.roles).toEqual(['admin']);
    expect(books.actions[0]!.roles).toEqual(['staff']);
    expect(left.app.pages[0]!.roles).toEqual(['admin']);
  });

  test('takes only the views and cards with it that nobody else saw', () => {
    const left = after(removeRole(source, 'guest')(files));

    expect(left.app.dashboard).toEqual([{ name: 'late', roles: ['staff'] }]);
    expect(left.resources.books.views).toEqual([]);
  });

  test('is not taken for a value or a field of the same name', () => {
    const fields = { guest: { type: 'text' }, rights: { type: 'text', write: ['guest'] } };
    const rest = { ...source, fieldSets: { permissions: fields } };
    const left = after(
      removeRole(rest, 'guest')([{ path: 'resources.json', text: JSON.stringify(rest) }]),
    );

    expect(left.resources.books.permissions).toEqual({
      staff: { list: true, read: { roles: ['owner', 'guest'] } },
    });
    expect(left.fieldSets.permissions).toEqual({
      guest: { type: 'text' },
      rights: { type: 'text', write: ['admin'] },
    });
  });

  test('can be changed where only the one is there that nobody declares', () => {
    const { roles: _, ...rest } = source;
    const edit = inRoles(rest, (of) => setAt(of, ['roles', 'admin', 'secondFactor'], true));
    const { roles } = after(edit([{ path: 'resources.json', text: JSON.stringify(rest) }]));

    expect(roles).toEqual({ admin: { all: true, secondFactor: true } });
  });
});
