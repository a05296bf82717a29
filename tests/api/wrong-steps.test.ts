import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';

const library = await openTestApi();
afterAll(() => library.close());

const send = (csv: string, steps: readonly unknown[]) =>
  sendImport(library, '/api/books', csv, {
    name: 'books.csv',
    parts: { steps: JSON.stringify(steps) },
  });

describe('a wrong step is refused with its place:', () => {
  test.each<[string, unknown, string, string]>([
    ['a kind that does not exist', { do: 'sing', column: 'title' }, 'steps.0.do', 'V008'],
    ['a missing column', { do: 'trim' }, 'steps.0.column', 'V002'],
    ['an unknown member', { do: 'trim', column: 'a', loud: true }, 'steps.0.loud', 'V009'],
    [
      'a pattern with a look-ahead',
      { do: 'replace', column: 'a', find: '(?=x)', by: '', isPattern: true },
      'steps.0.find',
      'I094',
    ],
    [
      'a pattern that is none',
      { do: 'replace', column: 'a', find: '(', by: '', isPattern: true },
      'steps.0.find',
      'I094',
    ],
    ['nothing to remove', { do: 'remove', column: 'a' }, 'steps.0.prefix', 'V001'],
    ['nothing to take', { do: 'take', column: 'a' }, 'steps.0.after', 'V001'],
    [
      'the part 0',
      { do: 'part', column: 'a', separator: ',', number: 0 },
      'steps.0.number',
      'I005',
    ],
    [
      'a column that is written twice',
      { do: 'split', column: 'a', separator: ',', into: ['b', 'b'] },
      'steps.0.into',
      'V015',
    ],
  ])('%s', async (_what, step, path, code) => {
    const { status, json } = await send('isbn,title\n1,a\n', [step]);

    expect(status).toBe(400);
    expect(json.errors ?? json.problems).toMatchObject([{ path, code }]);
  });

  test('more than 50', async () => {
    const steps = Array.from({ length: 51 }, () => ({ do: 'trim', column: 'title' }));

    const { status } = await send('isbn,title\n1,a\n', steps);

    expect(status).toBe(400);
  });
});
