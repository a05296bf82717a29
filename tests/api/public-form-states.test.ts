import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { associationProblems } from '../support/association.ts';
import { librarySource } from '../support/library.ts';
import { top } from '../support/source-files.ts';

const page = readFileSync(join(top, 'docs/public-forms.md'), 'utf8');
const [, example = ''] = /### Accept while.*?```json\n(.*?)```/s.exec(page) ?? [];
const { app, roles, resources } = librarySource;
const users = { ...resources.users, permissions: {} };
const source = { app, roles, resources: { users, ...JSON.parse(example).resources } };
const parsed = parseDescriptor(JSON.stringify(source));
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const api = await openTestApi({ descriptor: () => parsed.descriptor });
const course = { _id: 'yoga', name: 'Yoga', places: 2 };
await api.call('POST', '/api/courses', { as: 'admin', body: course });
afterAll(() => api.close());

test('an entry is accepted while a place is free, also of many at a time; others wait', async () => {
  const send = (name: string) => {
    const body = { course: 'yoga', email: `${name}@example.org` };
    return api.call('POST', '/api/public/entries', { body });
  };
  const sent = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(send));

  const { json } = await api.call('GET', '/api/entries?_sort=status', { as: 'admin' });

  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  expect(json.data.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'accepted',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ]);
});

test('the last place is given once also by a form without a condition', async () => {
  const { when: _, ...create } = source.resources.entries.public.create;
  const entries = { ...source.resources.entries, public: { create } };
  const descriptor = toDescriptor({ ...source, resources: { ...source.resources, entries } });
  const open = await openTestApi({ descriptor: () => descriptor });
  const body = { _id: 'chess', name: 'Chess', places: 1 };
  await open.call('POST', '/api/courses', { as: 'admin', body });
  const send = (email: string) =>
    open.call('POST', '/api/public/entries', { body: { course: 'chess', email } });

  // While nobody can write entries, all have read how many places are free, or wait for their turn to read it.
  const sent = await open.database.transaction(async (sql) => {
    await sql.query('lock table entries in share mode');
    const both = [send('a@example.org'), send('b@example.org')];
    const areWaiting = async () =>
      expect(await open.database.rows(WAITING)).toEqual([{ waiting: 2 }]);
    await vi.waitFor(areWaiting, { timeout: 20_000 });
    return both;
  });
  await Promise.all(sent);
  const { json } = await open.call('GET', '/api/entries?_sort=status', { as: 'admin' });
  await open.close();

  expect(json.data.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'waiting',
  ]);
});

const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

test.each([
  ["if(event.open, 'new', 'wating')", 'D044 signups.fields.status.default.$expression'],
  ["coalesce(name, 'fresh')", 'D044 signups.fields.status.default.$expression'],
  ["if(event.open, 'new', name)", undefined],
  ['event.open', 'D044 signups.fields.status.default.$expression'],
])('the default %s of a choice has the problem %s', (text, problem) => {
  const problems = associationProblems(({ signups }) => {
    signups.fields.status.default = { $expression: text };
  });

  expect(problems).toEqual(problem ? [problem] : []);
});
