import { setTimeout as wait } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import type { TestJobs } from './jobs.ts';

type Sheets = Readonly<Record<string, (string | number)[][]>>;

export const authors = [
  ['name', 'penName'],
  ['Ann', 'A'],
  ['Bob', 'B'],
];

export const books = [
  ['title', 'author', 'pages'],
  ['One', 'Ann', 1],
  ['Two', 'Bob', 2],
];

export async function workbookOf(sheets: Sheets): Promise<Uint8Array<ArrayBuffer>> {
  const all = Object.entries(sheets).map(([name, rows]) => ({ name, rows }));
  return new Uint8Array(await writeXlsx({ sheets: all }));
}

/** A workbook of books, whose authors are in another sheet that is imported with it. */
export async function splitBook(
  jobs: TestJobs,
  sheets: Sheets = { Books: books, People: authors },
) {
  const { json: job } = await jobs.upload(await workbookOf(sheets), 'book.xlsx');
  const body = { sheet: 'Books', sheets: [{ sheet: 'People', resource: 'authors' }] };
  const path = `/api/jobs/${job.id}/sheets`;
  const made = await jobs.call('POST', path, body);
  const [people, own] = made.json.data;
  return {
    job,
    made,
    people,
    own,
    path,
    /** Waits until the books are imported, or will not be. Returns the jobs in their order. */
    async settled(): Promise<any[]> {
      for (;;) {
        const { data } = (await jobs.call('GET', path)).json;
        const last = data.find(({ id }: any) => id === own.id);
        const isOpen = last.state === 'rehearsed' && last.reason === null;
        if (!isOpen && data.every(({ state }: any) => state !== 'running')) return data;
        await wait(20);
      }
    },
    /** Waits for the dry run of the books that the server starts after the one before. */
    async repeated(before: { startedAt: string }): Promise<any> {
      for (;;) {
        const job = await jobs.ended(own.id);
        if (job.startedAt > before.startedAt) return job;
        await wait(20);
      }
    },
  };
}
