import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const all = ['list', 'read', 'create', 'update', 'delete', 'history', 'restore', 'import'];
const roles = ['admin', 'editor', 'writer', 'clerk'];

/** Articles with every kind of rule that can refuse a change, and a role for each kind of right. */
export const articles = toDescriptor({
  roles: { admin: { all: true }, editor: {}, writer: {}, clerk: {} },
  resources: {
    articles: {
      title: '{name}',
      importKey: 'name',
      duplicates: [{ field: 'name' }],
      fields: {
        name: { type: 'text', required: true, unique: true },
        state: {
          type: 'choice',
          required: true,
          choices: ['draft', 'review', 'done'],
          states: {
            initial: ['draft'],
            transitions: [
              { name: 'submit', from: ['draft'], to: 'review', required: ['text'] },
              {
                name: 'finish',
                from: ['review'],
                to: 'done',
                roles: ['editor'],
                required: ['day'],
                when: { urgent: false },
              },
              {
                name: 'reopen',
                from: ['done', 'review'],
                to: 'draft',
                roles: ['editor', 'writer'],
              },
            ],
          },
        },
        text: { type: 'text' },
        day: { type: 'date', when: { required: { kind: 'dated' } } },
        kind: { type: 'choice', choices: ['plain', 'dated', 'priced'] },
        price: { type: 'number', when: { shown: { kind: 'priced' } } },
        urgent: { type: 'boolean', default: false, write: ['admin', 'editor'] },
        note: { type: 'text', when: { readOnly: { state: 'done' } } },
        secret: { type: 'text', read: ['admin'], write: ['admin'] },
        low: { type: 'number' },
        high: { type: 'number' },
        code: { type: 'text', unique: true },
        shelf: { type: 'reference', to: 'shelves', filter: { open: true } },
        owner: { type: 'text' },
        box: { type: 'reference', to: 'boxes' },
      },
      checks: [
        {
          check: { not: { low_gt: { $field: 'high' } } },
          message: 'low is above high',
          fields: ['low'],
        },
        { check: 'not shelf.limit < high', message: 'too high for the shelf', fields: ['high'] },
      ],
      permissions: {
        editor: all,
        writer: {
          list: { state_neq: 'done' },
          read: { state_neq: 'done' },
          update: { state_neq: 'done', urgent: false },
          create: true,
          delete: true,
          history: true,
          restore: true,
          import: true,
        },
        clerk: {
          list: true,
          read: true,
          update: { owner: 'clerk' },
          history: true,
          restore: true,
          import: true,
        },
      },
    },
    boxes: {
      title: '{name}',
      fields: { name: { type: 'text' } },
      children: [{ resource: 'articles', field: 'box', inline: true }],
      permissions: { editor: all, writer: all, clerk: all },
    },
    shelves: {
      title: '{name}',
      fields: {
        name: { type: 'text', required: true },
        open: { type: 'boolean', default: true },
        limit: { type: 'number', default: 1000 },
      },
      permissions: {
        editor: all,
        writer: { list: { name_neq: 'closed' }, read: { name_neq: 'closed' } },
        clerk: { list: true, read: true },
      },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: roles },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});
