import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { summary } from '../support/exchange.ts';
import { jobsOf, type TestJobs } from '../support/jobs.ts';
import { openShelves, type Shelves } from '../support/shelves.ts';

let shelves: Shelves;
let jobs: TestJobs;
beforeAll(async () => {
  shelves = await openShelves();
  jobs = jobsOf(shelves.library, '/api/books');
});
afterAll(() => shelves.library.close());
beforeEach(async () => {
  await shelves.library.database.query('truncate backoffice.jobs, backoffice.recipes cascade');
  await shelves.clear();
});

const csv = 'Titel,isbn,pages,mail\nEmma,1,474,x\nPersuasion,2,many,y\nEmma,1,3,z\n';
const mapping = { Titel: 'title', mail: null };

describe('the rows that failed', () => {
  test('are counted by what is wrong in which column, and found by it', async () => {
    const file = 'Titel,isbn,Seiten\nA,x,1\nB,1,many\nC,y,none\nD,2,2\n';
    const { json: job } = await jobs.upload(file);
    await jobs.run(job.id, { mapping: { Titel: 'title', Seiten: 'pages' } });

    const { json } = await jobs.call('GET', `/api/jobs/${job.id}/problems`);
    const rows = async (query: string) =>
      (await jobs.call('GET', `/api/jobs/${job.id}/rows?${query}`)).json.data.map(
        ({ row }: { row: number }) => row,
      );

    expect(json.data.map(({ column, code, count }: any) => [column, code, count])).toEqual([
      ['Seiten', 'V002', 2],
      ['isbn', 'V007', 2],
    ]);
    expect(await rows('column=Seiten')).toEqual([2, 3]);
    expect(await rows('column=isbn&code=V007')).toEqual([1, 3]);
    expect(await rows('column=isbn&code=V002')).toEqual([]);
  });

  test('come as a file that goes in when it is mended', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping });

    const { text, headers } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);
    const mended = text.replace(',many,', ',249,').split('\r\n').slice(0, 2).join('\r\n');
    const { json: again } = await jobs.upload(mended);
    const look = await jobs.call('POST', `/api/jobs/${again.id}/look`, {});
    const ended = await jobs.run(again.id, { mapping });

    expect(look.json.recipe).toMatchObject({ request: { mapping } });
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="books-failed.csv"');
    expect(text.split('\r\n')[0]).toBe('_problems,Titel,isbn,pages,mail');
    expect(text.split('\r\n')[1]).toMatch(/^pages = many: .*,Persuasion,2,many,y$/);
    expect(ended.summary).toEqual(summary({ total: 1, created: 1 }));
  });

  test('come with the reasons in the language that is asked for, and cells between the signs of the file', async () => {
    const { json: job } = await jobs.upload('Titel;isbn;pages;mail\nEmma;1;many;"x;y"\n');
    await jobs.run(job.id, { mapping });

    const { headers, text } = await shelves.library.call('GET', `/api/jobs/${job.id}/failed`, {
      as: 'admin',
      headers: { 'Accept-Language': 'fr, de-AT;q=0.8, en;q=0.5' },
    });

    expect(headers.get('Content-Type')).toMatch(/^text\/csv/);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '_problems;Titel;isbn;pages;mail',
      'pages = many: muss eine Zahl sein;Emma;1;many;"x;y"',
    ]);
  });

  test('come as NDJSON where the file was JSON', async () => {
    const { json: job } = await jobs.upload('[{"title":"Emma","pages":"many"}]', 'x.json');
    await jobs.run(job.id);

    const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);

    expect(JSON.parse(text)).toMatchObject({
      title: 'Emma',
      pages: 'many',
      _problems: expect.stringContaining('pages'),
    });
  });
});
