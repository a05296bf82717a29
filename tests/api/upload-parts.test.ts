import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

const file = () => new File(['[{"title":"Emma"}]'], 'books.json');

async function send(path: string, parts: [string, string | File][]): Promise<unknown[]> {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  const request = new Request(`http://localhost/api/books/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await api.tokenOf('admin')}` },
    body,
  });
  const response = await api.api.fetch(request, { address: '127.0.0.1' });
  const { problems = [] } = (await response.json()) as { problems?: any[] };
  return [response.status, ...problems.map(({ code, path: at }) => `${at} ${code}`)];
}

/** A mapping of nothing that takes so many bytes. */
const mapping = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;
const parts = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, at) => [`part${at}`, 'x']);

describe('an upload', () => {
  test.each<[string, [string, string | File][], unknown[]]>([
    ['with a part of 99,999 bytes', [['mapping', mapping(99_999)]], [200]],
    ['with a part of 100,001 bytes', [['mapping', mapping(100_001)]], [413, 'mapping Q012']],
    [
      'with a part twice',
      [
        ['mode', 'create'],
        ['mode', 'upsert'],
      ],
      [400, 'mode Q004'],
    ],
  ])('%s gets the documented answer', async (_, more, expected) => {
    const dry: [string, string] = ['dryRun', 'true'];

    expect(await send('import', [...more, dry, ['file', file()]])).toEqual(expected);
  });

  test('has twenty parts beside its file at most', async () => {
    const of = async (count: number) => send('import', [['file', file()], ...parts(count)]);

    expect(await of(20)).toContain('part0 Q001');
    expect(await of(20)).not.toContain(' I017');
    expect(await of(21)).toContain(' I017');
  });

  test('is refused if its file has another name', async () => {
    expect(await send('import', [['data', file()]])).toEqual([422, 'file I006', 'data Q001']);
  });

  test('for a job has only a file', async () => {
    const mode: [string, string] = ['mode', 'create'];

    expect(await send('jobs', [mode, ['file', file()]])).toEqual([400, 'mode Q001']);
    expect(await send('jobs', [['file', file()]])).toEqual([201]);
  });
});
