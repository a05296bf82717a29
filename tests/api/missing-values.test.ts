import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { librarySource } from '../support/library.ts';

const descriptor = toDescriptor({
  ...librarySource,
  roles: { admin: { all: true }, staff: {}, viewer: {} },
  resources: {
    users: librarySource.resources.users,
    entries: {
      importKey: 'number',
      fields: {
        number: { type: 'text', unique: true, required: true },
        secret: { type: 'number', read: ['admin'] },
        status: { type: 'choice', choices: ['valid', 'withdrawn'] },
      },
      permissions: { staff: ['list', 'read', 'update', 'import'] },
    },
  },
});

const lab = await openTestApi({ descriptor: () => descriptor });
afterAll(() => lab.close());

test('a value that its field refuses is refused with the accepted values', async () => {
  const jobs = jobsOf(lab, '/api/entries');
  const { json: job } = await jobs.upload('number\na\n', 'entries.csv');

  const { status, json } = await jobs.call('POST', `/api/jobs/${job.id}/run`, {
    mode: 'update',
    missing: { where: {}, set: { status: 'nonsense' } },
    dryRun: true,
  });

  expect(status).toBe(400);
  expect(json.problems).toMatchObject([{ path: 'missing.set.status' }]);
  expect(JSON.stringify(json.problems)).toContain('withdrawn');
});

test('a hidden field is refused like one that does not exist', async () => {
  const refused = async (member: 'missing' | 'constants' | 'mapping', name: string) => {
    const settings = {
      missing: { where: {}, set: { [name]: 'x' } },
      constants: { [name]: 'x' },
      mapping: { other: name },
    };
    const answer = await sendImport(lab, '/api/entries', 'number,other\na,b\n', {
      as: 'staff',
      name: 'entries.csv',
      parts: { mode: 'update', [member]: JSON.stringify(settings[member]) },
    });
    return JSON.stringify([answer.status, answer.json.problems]).replaceAll(name, '…');
  };

  for (const member of ['missing', 'constants', 'mapping'] as const) {
    const hidden = await refused(member, 'secret');
    expect(hidden).toContain('400');
    expect(hidden).toBe(await refused(member, 'nothing'));
  }
});
