import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

describe('backoffice infer', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await openTemporaryFolder();
    await writeFile(
      at('plants.csv'),
      '\uFEFFCode;Name;Seen on\nP1;"Oak; red";2020-02-29\nP2;Elm;2021-01-01\nP3;Ash;\n',
    );
    await writeFile(at('seeds.tsv'), 'seed id\tplant\tamount\nS1\tP1\t2.5\nS2\tP3\t1\nS3\tP2\t\n');
    await writeFile(at('twice.csv'), 'a,b,a\n1,2,3\n');
    await writeFile(at('broken.json'), '[{"a": 1}, nonsense]');
  });

  test('writes a descriptor of all files that passes the check, once', async () => {
    const installation = { env: { RESOURCES: at('resources.json') } };

    const first = await runCommand(
      ['infer', at('plants.csv'), at('seeds.tsv'), '--write'],
      installation,
    );
    const again = await runCommand(['infer', at('plants.csv'), '--write'], installation);
    const checked = await runCommand(['check'], installation);

    expect(first).toMatchObject({ code: 0, err: '' });
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('there already') });
    expect(checked.out).toContain('3 resources');
    const text = await readFile(installation.env.RESOURCES, 'utf8');
    expect(text).toMatch(/"plant": \{ "type": "reference", "to": "plants" \}, \/\/ each value/);
    expect(text).toMatch(/"seenOn": \{ "type": "date", "label": "Seen on" \}/);
  });

  test.each([
    [[], 'infer needs a file', 2],
    [['twice.csv'], 'two columns are called «a»', 1],
    [['broken.json'], 'row 2', 1],
    [['missing.csv'], 'missing.csv', 1],
    [['picture.png'], 'files end in .json', 1],
  ])('refuses %j with "%s"', async (files, words, code) => {
    const result = await runCommand(['infer', ...files.map(at)]);

    expect(result.err).toContain(words);
    expect(result.code).toBe(code);
  });
});
