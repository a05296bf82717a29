import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { TestAnswer, TestApi } from './api.ts';

const staffMay = ['list', 'read', 'create', 'update', 'delete', 'export', 'import', 'history'];

/** Studies with files: a PDF, pictures that everybody may see, and papers that only admins may read. */
export const studiesSource = {
  app: { title: 'Studies', languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, viewer: {}, guest: {} },
  resources: {
    studies: {
      root: '/api/studies',
      path: '/studies',
      title: '{title}',
      importKey: 'title',
      fields: {
        title: { type: 'text', required: true, unique: true },
        owner: { type: 'text' },
        document: { type: 'file', accept: ['pdf'], maxSize: '1 MB' },
        pictures: { type: 'files', accept: ['image'], maxFiles: 3 },
        papers: { type: 'files', read: ['admin'], write: ['admin'] },
      },
      list: { columns: ['title', 'document', 'pictures'] },
      public: { fields: ['title', 'pictures'] },
      permissions: {
        staff: staffMay,
        viewer: { list: { owner: 'viewer' }, read: { owner: 'viewer' } },
      },
    },
    users: {
      root: '/api/users',
      path: '/users',
      title: '{name}',
      fields: {
        name: { type: 'text' },
        email: { type: 'email', required: true, unique: true },
        role: { type: 'choice', choices: ['admin', 'staff', 'viewer', 'guest'], required: true },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          required: true,
        },
      },
      permissions: {},
    },
  },
};

export const studiesDescriptor = () => toDescriptor(studiesSource);

/** Uploads a file as somebody. */
export function upload(
  test: TestApi,
  bytes: Uint8Array,
  { as = 'staff', name = 'study.pdf', field = 'studies.document', headers = {} } = {},
): Promise<TestAnswer> {
  return test.call('POST', `/api/files?field=${field}`, {
    as,
    body: bytes,
    headers: {
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...headers,
    },
  });
}
