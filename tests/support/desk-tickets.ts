import type { TestApi } from './api.ts';

/** In every field of text of a record that is not there for whoever looks. */
export const HIDDEN = 'canary-of-another';

/** `hidden` is for neither role; each of the others is for one of them, or for both. */
export async function fillDesk(desk: TestApi): Promise<void> {
  await desk.database.query('truncate tickets, notes, "notes__related" cascade');
  const agent = desk.userId('agent');
  const clerk = desk.userId('clerk');
  const tickets = [
    ['hidden', { subject: HIDDEN, number: HIDDEN, labels: [HIDDEN], assignedTo: clerk, weight: 1 }],
    ['mine', { subject: 'Mine', number: '1', assignedTo: agent, weight: 2 }],
    ['closed', { subject: 'Closed', number: '2', assignedTo: agent, status: 'closed' }],
    ['free', { subject: 'Free', number: '3' }],
    [
      'published',
      { subject: 'Published', number: '4', assignedTo: agent, status: 'published', weight: 3 },
    ],
  ] as const;
  for (const [_id, ticket] of tickets) await add('/api/tickets', { _id, ...ticket });
  await add('/api/notes', { _id: 'note', text: 'A note', ticket: 'hidden', related: ['hidden'] });

  async function add(root: string, body: object): Promise<void> {
    const { status, text } = await desk.call('POST', root, { as: 'admin', body });
    if (status !== 201) throw new Error(text);
  }
}
