import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(() =>
  toDescriptor({
    ...librarySource,
    resources: {
      ...librarySource.resources,
      makers: {
        title: '{name}',
        fields: { name: { type: 'text' }, since: { type: 'number', integer: true } },
        permissions: { staff: ['list', 'read', 'create', 'update'] },
      },
      finds: {
        title: '{maker} · {place}',
        form: { head: ['state', 'weight', 'value'] },
        fields: {
          maker: { type: 'reference', to: 'makers' },
          place: { type: 'text' },
          state: {
            type: 'choice',
            choices: [{ value: 'new', label: { en: 'Just found', de: 'Neu' } }],
          },
          weight: { type: 'number' },
          value: { type: 'number', read: ['admin'] },
        },
        permissions: { staff: ['list', 'read', 'update', 'history'], viewer: ['list', 'read'] },
      },
    },
  }),
);
await api.call('POST', '/api/makers', { as: 'admin', body: { _id: 'm1', name: 'Ada' } });
const body = { _id: 'f1', maker: 'm1', place: 'Lima', state: 'new', value: 9 };
await api.call('POST', '/api/finds', { as: 'admin', body });
const headers = { 'If-Match': '*' };
await api.call('PATCH', '/api/finds/f1', { as: 'admin', body: { place: 'Cusco' }, headers });

const facts = () => screen.findByLabelText('Key facts');

describe('the head of a record', () => {
  test('has the title in words, with the titles of other records', async () => {
    await openScreen(api, '/finds/details/f1');

    expect(await screen.findByRole('heading', { level: 2, name: 'Ada · Cusco' })).toBeTruthy();
  });

  test('shows the facts of the descriptor in words, without empty ones', async () => {
    await openScreen(api, '/finds/details/f1');

    const shown = within(await facts());
    expect(shown.getAllByRole('term').map((term) => term.textContent)).toEqual(['State', 'Value']);
    expect(shown.getByText('Just found')).toBeTruthy();
  });

  test('hides a fact and a part of the title that the role cannot read', async () => {
    await openScreen(api, '/finds/details/f1', { as: 'viewer' });

    const shown = within(await facts());
    expect(shown.getAllByRole('term').map((term) => term.textContent)).toEqual(['State']);
    expect(screen.getByRole('heading', { level: 2, name: 'Cusco' })).toBeTruthy();
  });

  test('links the last change to the history', async () => {
    const { user } = await openScreen(api, '/finds/details/f1');
    await user.click(await screen.findByRole('link', { name: 'Version 2' }));

    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'History' }).ariaCurrent).toBe('location'),
    );
  });
});
