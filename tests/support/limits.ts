import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

const text = { type: 'text', required: true };
const to = (resource: string) => ({ type: 'reference', to: resource });
const all = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];
const permissions = { staff: all };

/** A laboratory whose limits are known by a method and an analyte, and whose rooms by a house and a number. */
export const limitsSource = {
  app: { title: 'Limits', languages: ['en'] },
  roles: librarySource.roles,
  resources: {
    users: librarySource.resources.users,
    methods: {
      importKey: 'code',
      fields: { code: { ...text, unique: true }, name: { type: 'text' } },
      permissions: { ...permissions, viewer: ['list', 'read', 'export', 'import'] },
    },
    analytes: {
      importKey: 'cas',
      title: '{name}',
      fields: { cas: { ...text, unique: true, read: ['staff'] }, name: text },
      permissions: { ...permissions, viewer: ['list', 'read', 'export', 'import'] },
    },
    limits: {
      importKey: ['method', 'analyte'],
      unique: [['method', 'analyte']],
      fields: {
        method: { ...to('methods'), required: true },
        analyte: { ...to('analytes'), required: true },
        value: { type: 'number' },
        replaces: to('limits'),
      },
      permissions: { ...permissions, viewer: ['list', 'read', 'export', 'import'] },
    },
    reviews: {
      importKey: ['limit', 'day'],
      unique: [['day', 'limit']],
      fields: {
        limit: { ...to('limits'), required: true },
        day: { type: 'date', required: true },
        note: { type: 'text' },
      },
      permissions,
    },
    rooms: {
      importKey: ['house', 'number'],
      unique: [['house', 'number']],
      title: '{house} {number}',
      fields: { house: text, number: { type: 'number', integer: true, required: true } },
      permissions,
    },
    samplings: {
      importKey: ['place', 'at'],
      unique: [['place', 'at']],
      fields: { place: text, at: { type: 'datetime', required: true } },
      permissions,
    },
    measurements: {
      fields: {
        sampling: to('samplings'),
        label: text,
        limit: to('limits'),
        others: { type: 'references', to: 'limits' },
        room: to('rooms'),
        review: to('reviews'),
      },
      permissions: { ...permissions, viewer: ['list', 'read', 'export', 'import'] },
    },
  },
};

export const limits = toDescriptor(limitsSource);
