import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from './api.ts';
import { deskSource } from './desk.ts';

const { tickets, notes, users } = deskSource.resources;
const { agent, clerk } = tickets.permissions;

/**
 * The help desk with people who may restore: clerks everything but what only admins may read, agents what is theirs.
 * Readers have no trash.
 */
const trashSource = {
  ...deskSource,
  roles: { ...deskSource.roles, temp: {}, junior: {} },
  resources: {
    tickets: {
      ...tickets,
      trash: { days: 10 },
      fields: {
        ...tickets.fields,
        inside: { type: 'text', read: ['admin'], write: ['admin'] },
        sealed: { type: 'text', read: ['admin'] },
      },
      duplicates: [{ field: 'subject' }],
      permissions: {
        ...tickets.permissions,
        agent: { ...agent, history: true, restore: true },
        clerk: [...clerk, 'history', 'restore'],
        // May delete, but not restore.
        temp: ['list', 'read', 'delete'],
        // May delete any ticket, but create only drafts.
        junior: {
          ...Object.fromEntries(['list', 'read', 'delete', 'restore'].map((name) => [name, true])),
          create: { status: 'draft' },
        },
      },
    },
    notes: {
      ...notes,
      fields: { ...notes.fields, about: { type: 'reference', to: 'tickets', required: true } },
      permissions: { clerk: [...clerk, 'history', 'restore'] },
    },
    users: {
      ...users,
      fields: {
        ...users.fields,
        role: {
          type: 'choice',
          required: true,
          choices: Object.keys({ ...deskSource.roles, temp: {}, junior: {} }),
        },
      },
      permissions: { ...users.permissions, clerk: [...clerk, 'history', 'restore'] },
    },
  },
};

export async function openTrashDesk(): Promise<TestApi> {
  const descriptor = toDescriptor(trashSource);
  return await openTestApi({ descriptor: () => descriptor });
}

export const whatever = { 'If-Match': '*' };

/** Creates tickets with these `_id`s, which are their numbers and subjects too. */
export async function addTickets(
  desk: TestApi,
  tickets: Record<string, Record<string, unknown>>,
): Promise<void> {
  for (const [_id, values] of Object.entries(tickets)) {
    const body = { _id, number: _id, subject: _id, ...values };
    const { status, text } = await desk.call('POST', '/api/tickets', { as: 'admin', body });
    if (status !== 201) throw new Error(text);
  }
}

export async function remove(desk: TestApi, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    const call = { as: 'admin', headers: whatever };
    const { status, text } = await desk.call('DELETE', `/api/${path}`, call);
    if (status !== 200) throw new Error(text);
  }
}

export async function clearDesk(desk: TestApi): Promise<void> {
  await desk.database.query(
    'truncate tickets, notes, "notes__related", backoffice.history, backoffice.trash, backoffice.change_sets cascade',
  );
}
