import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { deskSource } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

/** Tickets come before notes, and have a number before their subject. */
const numberedDesk = () => {
  const source = structuredClone(deskSource) as Record<string, any>;
  source.resources.tickets.title = '{number}: {subject}';
  source.resources.notes.fields.text.search = true;
  source.resources.users.fields.name.search = true;
  return toDescriptor(source);
};

const desk = await openScreensOf(numberedDesk);
await addRecords(desk, '/api/tickets', [
  { number: '1', subject: 'Spectrometer' },
  { number: '2', subject: 'Somebody has left the vaporiser on over night' },
]);
await addRecords(desk, '/api/notes', [{ text: 'Spectrometer' }, { text: 'Vaporiser' }]);

test.each(['spectrometre', 'vaporizer'])(
  'among matches similar to “%s”, the record of that name is before those that mention it',
  async (typed) => {
    const { user } = await openScreen(desk, '/dashboard', { as: 'agent' });
    await screen.findByRole('heading', { level: 1 });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), typed);

    await screen.findByRole('group', { name: 'Tickets' });
    const notes = within(screen.getByRole('group', { name: 'Notes' }));
    await waitFor(() =>
      expect(notes.getByRole('option').getAttribute('aria-selected')).toBe('true'),
    );
  },
);
