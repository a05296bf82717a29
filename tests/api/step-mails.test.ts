import { expect, test } from 'vitest';
import { makeKey } from '../support/api-keys.ts';
import { openSchool } from '../support/school.ts';

const { api, apply, patch } = openSchool((resources) => {
  const { enrolments, pupils } = resources;
  // Only the office may know who applies; teachers see what begins in their classes this year.
  Object.assign(pupils!.fields['name']!, { read: ['office'] });
  const mine = { 'class.teachers': '$user', startsOn_lt: '2027-01-01' };
  enrolments!.permissions = { ...enrolments!.permissions, teacher: { list: mine, read: mine } };
});

test('the mail of a step has the title as its reader can see it, and to a stranger as the sender can', async () => {
  const [ofOffice, ofReception] = [await apply(), await apply()];

  await patch(ofOffice, 'office', { status: 'enrolled' });
  await patch(ofReception, 'reception', { status: 'enrolled' });

  expect(await titles(ofOffice)).toEqual({
    'ada.keller@example.org': 'Ada Keller · Piano for beginners',
    'teacher@example.org': 'Piano for beginners',
  });
  expect(await titles(ofReception)).toEqual({
    'ada.keller@example.org': 'Piano for beginners',
    'office@example.org': 'Ada Keller · Piano for beginners',
    'teacher@example.org': 'Piano for beginners',
  });
});

test('a stranger gets the title only as far as the key of the step can read it', async () => {
  const id = await apply();
  const may = { operations: ['list', 'read', 'update'] };
  const { token } = await makeKey(api(), 'office', { enrolments: may, classes: may });

  const { status } = await api().call('PATCH', `/api/enrolments/${id}`, {
    token,
    body: { status: 'enrolled' },
    headers: { 'If-Match': '*' },
  });

  expect(status).toBe(200);
  expect((await titles(id))['ada.keller@example.org']).toBe('Piano for beginners');
});

test('the mail of a step does not go to users who cannot see the record', async () => {
  const id = await apply({ startsOn: '2027-02-01' });

  await patch(id, 'office', { status: 'enrolled' });

  expect(Object.keys(await titles(id))).toEqual(['ada.keller@example.org']);
});

async function titles(id: string): Promise<Record<string, string>> {
  const { rows } = await api().database.query<{ to_address: string; title: string }>(
    `select to_address, data->>'title' as title from backoffice.outbox where dedupe_key like $1 order by 1`,
    [`stepTaken/enrolments/${id}/%`],
  );
  return Object.fromEntries(rows.map(({ to_address: to, title }) => [to, title]));
}
