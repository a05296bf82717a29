import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const may = ['list', 'read', 'create', 'update', 'delete', 'import', 'history', 'restore'];

/** People whose references depend on each other, on what is behind them, and on who writes. */
const source = {
  roles: { admin: { all: true }, staff: {}, clerk: {} },
  resources: {
    countries: {
      importKey: 'code',
      title: '{code}',
      fields: {
        code: { type: 'text', required: true, unique: true },
        open: { type: 'boolean', default: true, read: ['admin', 'staff'] },
      },
      permissions: { staff: may, clerk: ['list', 'read'] },
    },
    cities: {
      importKey: 'code',
      title: '{name}',
      fields: {
        code: { type: 'text', required: true, unique: true },
        name: { type: 'text', required: true },
        country: { type: 'reference', to: 'countries' },
        active: { type: 'boolean', default: true },
        mayor: { type: 'reference', to: 'users' },
      },
      permissions: { staff: may, clerk: { list: { active: true }, read: true } },
    },
    people: {
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        country: { type: 'reference', to: 'countries' },
        city: {
          type: 'reference',
          to: 'cities',
          filter: { country: { $field: 'country' }, active: true },
        },
        visited: {
          type: 'references',
          to: 'cities',
          filter: { 'country.open': true, country_neq: { $field: 'country' } },
        },
        base: { type: 'reference', to: 'countries', read: ['admin', 'staff'] },
        stay: { type: 'reference', to: 'cities', filter: { country: { $field: 'base' } } },
        own: { type: 'reference', to: 'cities', filter: { mayor: '$user' } },
        next: {
          type: 'reference',
          to: 'cities',
          filter: { country: { $field: 'city.country' }, active: true },
        },
      },
      permissions: {
        staff: may,
        clerk: { list: true, read: true, create: { name_neq: 'x' }, update: true, import: true },
      },
    },
    users: {
      title: '{name}',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'staff', 'clerk'], required: true },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          default: 'pending',
        },
      },
    },
  },
};

export function travellersDescriptor() {
  return toDescriptor(source);
}
