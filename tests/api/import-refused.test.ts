import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf, type TestJobs } from '../support/jobs.ts';

let library: TestApi;
let jobs: TestJobs;
beforeAll(async () => {
  library = await openTestApi();
  jobs = jobsOf(library, '/api/books');
});
afterAll(() => library.close());

const file = 'isbn,title\n1,Emma\n';
const steps = [{ do: 'trim', column: 'Blurb' }];

test.each([
  ['job', (job: string) => jobs.call('POST', `/api/jobs/${job}/run`, { steps })],
  [
    'upload',
    () =>
      sendImport(library, '/api/books', file, {
        name: 'books.csv',
        parts: { steps: JSON.stringify(steps) },
      }),
  ],
])('a %s is refused with a step for a column that the file does not have', async (_way, run) => {
  const { json: job } = await jobs.upload(file, 'books.csv');

  const { status, json } = await run(job.id);

  expect(status).toBe(400);
  expect(json.problems).toMatchObject([{ code: 'I101', path: 'steps.Blurb' }]);
});

test.each([
  ['a NUL in a table', 'books.csv', 'isbn,title\n1,good\n2,a\0b\n', 'a\u2400b'],
  ['a NUL in JSON', 'books.json', '[{"title":"good"},{"title":"a\\u0000b"}]', 'a\u2400b'],
  ['half a character in JSON', 'books.json', '[{"title":"good"},{"title":"a\\ud83d"}]', 'a\ufffd'],
])('only the row fails that has %s', async (_what, file, content, shown) => {
  const { json: job } = await jobs.upload(content, file);
  for (const dryRun of [true, false]) {
    await jobs.run(job.id, { dryRun });

    const { json: ended } = await library.call('GET', `/api/jobs/${job.id}`, { as: 'admin' });
    expect(ended).toMatchObject({
      state: dryRun ? 'rehearsed' : 'done',
      summary: { created: 1, failed: 1, problems: [{ row: 2, code: 'V013', value: shown }] },
    });
  }
});
