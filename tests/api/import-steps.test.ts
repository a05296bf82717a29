import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { stepKinds, type Step } from '../../src/files/steps/step.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { stepCases } from '../support/step-cases.ts';

const library = await openTestApi();
const jobs = jobsOf(library, '/api/books');
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors cascade');
});

async function books(): Promise<any[]> {
  const { json } = await library.call('GET', '/api/books?_perPage=1000&_sort=isbn', {
    as: 'admin',
  });
  return json.data;
}

const send = (csv: string, steps: readonly unknown[], parts: Record<string, string> = {}) =>
  sendImport(library, '/api/books', csv, {
    name: 'books.csv',
    parts: { steps: JSON.stringify(steps), ...parts },
  });

describe('a step', () => {
  test.each(stepCases)('$does', async ({ csv, steps, mapping = {}, ...expected }) => {
    const { json } = await send(csv, steps, { mapping: JSON.stringify(mapping) });

    expect(json.problems).toEqual([]);
    expect(json.steps).toEqual(expected.counts);
    const warned = json.warned.map(({ code, column }: any) => `${code} ${column}`);
    expect(warned).toEqual(expected.warnings ?? []);
    expect(await books()).toMatchObject(expected.books);
  });

  test('has a case for each kind of step', () => {
    const kinds = new Set(stepCases.flatMap(({ steps }) => steps.map((step) => step.do)));

    expect([...kinds].toSorted()).toEqual([...stepKinds].toSorted());
  });

  test.each(stepCases)('shows in a preview how it $does', async (one) => {
    const { csv, steps, mapping = {}, counts, warnings = [] } = one;
    const { json: job } = await jobs.upload(csv, 'books.csv');

    const { json: look } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { steps });

    expect(look.steps.map(({ changed, warnings: w }: any) => ({ changed, warnings: w }))).toEqual(
      counts,
    );
    expect(look.stepRows).toEqual({ count: one.books.length, isWhole: true });
    const told = look.steps.flatMap(({ rows }: any) => rows.flatMap((row: any) => row.problems));
    expect(told.map(({ code, path }: any) => `${code} ${path}`)).toEqual(warnings);
    const dry = await jobs.run(job.id, { steps, mapping, mode: 'upsert', dryRun: true });
    expect(dry.summary.steps).toEqual(counts);
    expect(await books()).toEqual([]);
    const done = await jobs.run(job.id, { steps, mapping, mode: 'upsert' });
    expect(done.summary.steps).toEqual(counts);
    expect(await books()).toMatchObject(one.books);
  });
});

describe('steps', () => {
  test('run in order, and a later one sees the results of an earlier one', async () => {
    const steps: Step[] = [
      { do: 'fill', column: 'both' },
      { do: 'split', column: 'both', separator: '=', into: ['name', 'price'] },
      { do: 'case', column: 'name', to: 'title' },
      { do: 'number', column: 'price', decimal: ',', units: ['€'] },
    ];

    const { json } = await send('isbn;both\n1;emma = 3,50 €\n2;\n', steps, {
      mapping: JSON.stringify({ name: 'title', both: null }),
    });

    expect(json).toMatchObject({ created: 2, warnings: 0 });
    expect(await books()).toMatchObject([
      { title: 'Emma', price: 3.5 },
      { title: 'Emma', price: 3.5 },
    ]);
  });

  test('create columns that must be fields or be mapped', async () => {
    const { json } = await send('isbn,title\n1,a;b\n', [
      { do: 'split', column: 'title', separator: ';', into: ['title', 'rest'] },
    ]);

    expect(json.problems).toMatchObject([{ code: 'I002', path: 'rest' }]);
  });

  test('write texts into JSON records, which are read as in a table', async () => {
    const steps: Step[] = [
      { do: 'number', column: 'price', decimal: ',' },
      { do: 'replace', column: 'tags', find: 'rouge', by: 'red' },
    ];

    const { json } = await sendImport(
      library,
      '/api/books',
      [
        { isbn: '1', title: 'a', price: '1.234,5', tags: ['rouge', 'blue'] },
        { isbn: '2', title: 'b', price: 7.25, tags: [] },
      ],
      { parts: { steps: JSON.stringify(steps) } },
    );

    expect(json).toMatchObject({ created: 2, steps: [{ changed: 1 }, { changed: 1 }] });
    expect(await books()).toMatchObject([
      { price: 1234.5, tags: ['red', 'blue'] },
      { price: 7.25, tags: [] },
    ]);
  });

  test('skip a cell that a short row does not have', async () => {
    await send('isbn,title,blurb\n1,Emma,kept\n', []);

    const { json } = await send(
      'isbn,title,blurb\n1,Emma\n',
      [
        { do: 'trim', column: 'blurb' },
        { do: 'split', column: 'blurb', separator: ',', into: ['blurb'] },
        { do: 'join', columns: ['blurb'], separator: ',', into: 'blurb' },
      ],
      { mode: 'upsert' },
    );

    expect(json).toMatchObject({ unchanged: 1 });
    expect(await books()).toMatchObject([{ blurb: 'kept' }]);
  });

  test('keep the cells of the file in the file of failed rows', async () => {
    const { json: job } = await jobs.upload('isbn,title\n1,EMMA\n2,\n', 'books.csv');
    await jobs.run(job.id, {
      steps: [{ do: 'map', column: 'title', values: [['EMMA', '']] }],
      mode: 'upsert',
    });

    const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`).catch(() => ({
      text: '',
    }));

    expect(text).toContain('1,EMMA');
  });

  test('are remembered in the recipe, and the next file starts with them', async () => {
    const steps: Step[] = [{ do: 'case', column: 'title', to: 'upper' }];
    const { json: first } = await jobs.upload('isbn,title\n1,emma\n', 'books.csv');
    await jobs.run(first.id, { steps, mode: 'upsert' });

    const { json: next } = await jobs.upload('isbn,title\n2,dune\n', 'books.csv');
    const { json: look } = await jobs.call('POST', `/api/jobs/${next.id}/look`, {});

    expect(look.recipe.request.steps).toEqual(steps);
  });

  test.each<[string, Step[]]>([
    [
      'a pattern that takes long',
      [{ do: 'replace', column: 'blurb', find: '(?:[^]*b)?c', by: '', isPattern: true }],
    ],
    [
      'a text that grows without end',
      [{ do: 'replace', column: 'blurb', find: 'a', by: 'a'.repeat(1_000) }],
    ],
    [
      'a column that doubles',
      Array.from({ length: 20 }, (): Step => ({
        do: 'join',
        columns: ['blurb', 'blurb'],
        separator: '',
        into: 'blurb',
      })),
    ],
  ])('leave a cell unchanged for %s', async (_what, steps) => {
    const { json } = await send(`isbn,title,blurb\n1,Emma,${'a'.repeat(20_000)}\n`, steps);

    expect(json).toMatchObject({ created: 1, failed: 0 });
    expect(json.warned[0]).toMatchObject({ code: 'I077', column: 'blurb' });
  });

  test('show in the dry run what they changed in each row, with the original text', async () => {
    const csv = 'isbn,title,price\n1, Dune ,10 kg\n2,Emma,\n3,Hamlet,much\n';
    const { json: job } = await jobs.upload(csv, 'books.csv');
    const steps: Step[] = [
      { do: 'trim', column: 'title' },
      { do: 'case', column: 'title', to: 'upper' },
      { do: 'number', column: 'price', decimal: '.', units: ['kg'] },
      { do: 'remove', column: 'isbn', prefix: '3' },
    ];
    await jobs.run(job.id, { steps, mode: 'create', dryRun: true });

    const rowsOf = async (outcome: string) =>
      (await jobs.call('GET', `/api/jobs/${job.id}/rows?outcome=${outcome}`)).json.data;
    const rows = [...(await rowsOf('created')), ...(await rowsOf('failed'))];

    expect(rows.map(({ row, stepped }: any) => [row, stepped])).toEqual([
      [
        1,
        [
          { column: 'title', old: ' Dune ', new: 'DUNE' },
          { column: 'price', old: '10 kg', new: '10' },
        ],
      ],
      [2, [{ column: 'title', old: 'Emma', new: 'EMMA' }]],
      [
        3,
        [
          { column: 'title', old: 'Hamlet', new: 'HAMLET' },
          { column: 'isbn', old: '3', new: null },
        ],
      ],
    ]);
  });

  test('show the rows that they cannot read, also after many changed ones', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `${at},${at < 33 ? '1 kg' : 'much'}`);
    const { json: job } = await jobs.upload(`isbn,price\n${lines.join('\n')}\n`, 'books.csv');
    const steps: Step[] = [{ do: 'number', column: 'price', decimal: '.', units: ['kg'] }];

    const { json: look } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { steps });

    const [{ changed, warnings, rows }] = look.steps;
    expect({ changed, warnings }).toEqual({ changed: 33, warnings: 7 });
    const shown = rows.map(({ row, problems }: any) => (problems.length > 0 ? -row : row));
    expect(shown).toEqual([1, 2, 3, 4, 5, -34, -35, -36, -37, -38]);
  });

  test('handle hostile names', async () => {
    const { json } = await send('isbn,title\n1,a;b\n', [
      { do: 'split', column: 'title', separator: ';', into: ['title', '__proto__'] },
    ]);

    expect(json).toMatchObject({ created: 0, failed: 1 });
    expect(({} as any).b).toBeUndefined();
  });
});
