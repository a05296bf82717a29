import { expect, onTestFinished, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../../support/api.ts';
import { upload } from '../../support/studies.ts';

test('a record with a file can have fields with the names of a failed write', async () => {
  const may = ['list', 'read', 'create', 'update'];
  const role = { type: 'choice', choices: ['admin', 'staff'] };
  const status = { type: 'choice', choices: ['confirmed', 'disabled'] };
  const descriptor = toDescriptor({
    roles: { admin: { all: true }, staff: {} },
    resources: {
      trials: {
        fields: {
          failure: { type: 'text' },
          problems: { type: 'tags' },
          report: { type: 'file' },
        },
        permissions: { staff: may },
      },
      users: {
        fields: { name: { type: 'text' }, email: { type: 'email', unique: true }, role, status },
        permissions: {},
      },
    },
  });
  const api = await openTestApi({ descriptor: () => descriptor });
  onTestFinished(() => api.close());

  const bytes = Buffer.from('It broke.');
  const { json: file } = await upload(api, bytes, { name: 'a.txt', field: 'trials.report' });
  const body = { failure: 'broken', problems: ['hinge'], report: file.id };
  const made = await api.call('POST', '/api/trials', { as: 'staff', body });

  expect([made.status, made.json]).toMatchObject([201, { ...body, report: file }]);
});
