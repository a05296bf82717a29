import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { TestApi } from './api.ts';
import { librarySource } from './library.ts';

const all = ['list', 'read', 'create', 'update', 'delete', 'export', 'import', 'history'];

/**
 * Finds, whose maker has a town. Staff see only makers that are open, and no secrets; visitors see no makers at all;
 * dealers see makers, but no towns; lenders see makers, but do not export them.
 */
export const findsDescriptor = toDescriptor({
  ...librarySource,
  roles: { ...librarySource.roles, dealer: {}, lender: {} },
  resources: {
    users: librarySource.resources.users,
    towns: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        size: { type: 'number', integer: true },
        mayor: { type: 'reference', to: 'makers' },
      },
      permissions: { staff: { list: { size_lt: 500 }, read: true, export: true } },
    },
    makers: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        tier: { type: 'number', integer: true, label: { en: 'Tier', de: 'Stufe' } },
        born: { type: 'date' },
        isOpen: { type: 'boolean' },
        secret: { type: 'text', read: ['admin'] },
        marks: { type: 'tags' },
        pupils: { type: 'references', to: 'makers' },
        place: {
          type: 'object',
          fields: { row: { type: 'number', integer: true }, room: { type: 'text' } },
        },
        town: { type: 'reference', to: 'towns' },
        rank: { type: 'number', computed: 'tier * 10' },
      },
      permissions: {
        staff: { list: { isOpen: true }, read: { isOpen: true }, update: true, export: true },
        dealer: all,
        lender: ['list', 'read'],
      },
    },
    finds: {
      title: '{label}',
      importKey: 'label',
      list: { columns: ['label', 'maker', 'maker.tier'], sort: 'label' },
      fields: {
        label: { type: 'text', required: true, unique: true, search: true },
        maker: { type: 'reference', to: 'makers', label: { en: 'Maker', de: 'Hersteller' } },
        others: { type: 'references', to: 'makers' },
        hidden: { type: 'reference', to: 'makers', read: ['admin'] },
      },
      permissions: { staff: all, viewer: ['list', 'read'], dealer: all, lender: all },
    },
  },
});

/** Ada (tier 1, Lima) and Cem (tier 3, the hidden Oslo) are open, Bea (tier 2) is hidden from staff; f4 has no maker. */
export async function addFinds(api: TestApi): Promise<void> {
  const add = async (root: string, body: object): Promise<void> => {
    const { status, text } = await api.call('POST', root, { as: 'admin', body });
    if (status !== 201) throw new Error(text);
  };
  await add('/api/towns', { _id: 't1', name: 'Lima', size: 100 });
  await add('/api/towns', { _id: 't2', name: 'Oslo', size: 900 });
  const ada = { _id: 'm1', name: 'Ada', tier: 1, born: '1815-12-10', marks: ['x', 'y'] };
  await add('/api/makers', { ...ada, isOpen: true, town: 't1', place: { row: 7 } });
  const bea = { _id: 'm2', name: 'Bea', tier: 2, isOpen: false, town: 't1' };
  await add('/api/makers', { ...bea, secret: 'canary-7f3a', marks: ['canary-7f3a'] });
  await add('/api/makers', { _id: 'm3', name: 'Cem', tier: 3, isOpen: true, town: 't2' });
  const headers = { 'If-Match': '*' };
  await api.call('PATCH', '/api/towns/t1', { as: 'admin', body: { mayor: 'm3' }, headers });
  await add('/api/finds', { _id: 'f1', label: 'Amulet', maker: 'm1', others: ['m1', 'm3'] });
  await add('/api/finds', { _id: 'f2', label: 'Bowl', maker: 'm2', hidden: 'm1' });
  await add('/api/finds', { _id: 'f3', label: 'Coin', maker: 'm3' });
  await add('/api/finds', { _id: 'f4', label: 'Dice' });
}
