import { defineAction } from '../../src/api/actions/define-action.ts';
import { problem } from '../../src/fields/problems/problem.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const usual = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];

/**
 * A help desk whose permissions are limited to some of the records: agents see what is
 * theirs or nobody's and change what is theirs, readers see what is published.
 */
export const deskSource = {
  app: {
    title: 'Desk',
    languages: ['en', 'de'],
    groups: [
      { key: 'people', label: { en: 'People', de: 'Leute' }, icon: 'people' },
      { key: 'work', label: { en: 'Work', de: 'Arbeit' }, icon: 'work' },
    ],
  },
  roles: { admin: { all: true }, agent: {}, reader: {}, clerk: {} },
  resources: {
    tickets: {
      title: '{subject}',
      importKey: 'number',
      group: 'work',
      list: {
        columns: ['number', 'subject', 'status', 'assignedTo'],
        sort: 'number',
        perPage: 3,
        filter: { assignedTo: '$user', not: { status: 'closed' } },
      },
      actions: [
        {
          name: 'close',
          label: { en: 'Close', de: 'Abschließen' },
          icon: 'verified',
          confirm: { en: 'Nobody can change it then.', de: 'Niemand kann es danach ändern.' },
          form: {
            fields: {
              reason: { type: 'text', required: true, maxLength: 20 },
              weight: { type: 'number', integer: true, default: 1 },
            },
          },
          roles: ['clerk'],
          bulk: true,
          when: { status_neq: 'closed' },
        },
        {
          name: 'publish',
          form: {
            fields: { status: { type: 'choice', choices: ['published'], default: 'published' } },
          },
          roles: ['agent'],
          method: 'PATCH',
          path: '/api/tickets/{_id}',
        },
      ],
      children: [
        { resource: 'notes', field: 'ticket' },
        {
          resource: 'notes',
          field: 'related',
          label: { en: 'Mentioned in', de: 'Erwähnt in' },
          columns: ['text', 'createdAt'],
          sort: '-text',
        },
      ],
      fields: {
        number: { type: 'text', required: true, unique: true, search: true },
        subject: { type: 'text', required: true, search: true },
        status: { type: 'choice', choices: ['draft', 'published', 'closed'], default: 'draft' },
        assignedTo: { type: 'reference', to: 'users' },
        labels: { type: 'tags' },
        parent: { type: 'reference', to: 'tickets' },
        weight: { type: 'number', integer: true },
      },
      permissions: {
        agent: {
          list: { or: [{ assignedTo: '$user' }, { assignedTo_null: true }] },
          read: true,
          create: true,
          update: { assignedTo: '$user', status_neq: 'closed' },
          delete: { assignedTo: '$user', status: 'draft' },
          export: { assignedTo: '$user' },
          import: true,
        },
        reader: { list: true, read: { status: 'published' }, export: true },
        clerk: usual,
      },
    },
    notes: {
      title: '{text}',
      fields: {
        text: { type: 'text', required: true },
        ticket: { type: 'reference', to: 'tickets' },
        related: { type: 'references', to: 'tickets' },
      },
      permissions: { agent: usual, reader: ['list', 'read', 'export'], clerk: usual },
    },
    users: {
      importKey: 'email',
      title: '{name}',
      group: 'people',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', required: true, choices: ['admin', 'agent', 'reader', 'clerk'] },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          default: 'confirmed',
        },
        organisation: { type: 'text' },
      },
      permissions: { agent: ['list', 'read'], reader: ['list', 'read'], clerk: ['list', 'read'] },
    },
  },
};

export const deskDescriptor = () => toDescriptor(deskSource);

/** The code of the one action that has some: what is closed already stays as it is. */
export const closeTicket = defineAction({
  resource: 'tickets',
  name: 'close',
  run: async ({ resource, record, expected, form, user, by, store }) => {
    if (form['reason'] === 'none')
      return { problems: [problem('V008', 'reason', { choices: 'solved' })] };
    const values = {
      status: 'closed',
      labels: [form['reason']],
      weight: form['weight'],
      assignedTo: user._id,
    };
    return store.update(resource, record._id, expected, values, by);
  },
});
