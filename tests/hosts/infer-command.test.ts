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

  test('writes a descriptor from all files that passes the check, once', async () => {
    const installation = { env: { RESOURCES: at('resources.json') } };

    const first = await runCommand(
      ['infer', at('plants.csv'), at('seeds.tsv'), '--write'],
      installation,
    );
    const again = await runCommand(['infer', at('plants.csv'), '--write'], installation);
    const checked = await runCommand(['check'], installation);

    expect(first).toMatchObject({ code: 0, err: '' });
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
    expect(checked.out).toContain('3 resources');
    const text = await readFile(installation.env.RESOURCES, 'utf8');
    expect(text).toMatch(/"plant": \{ "type": "reference", "to": "plants" \}, \/\/ each value/);
    expect(text).toMatch(/"seenOn": \{ "type": "date", "label": "Seen on" \}/);
  });

  test.each([
    [[], 'infer requires a file', 2],
    [['twice.csv'], 'has two columns called a', 1],
    [['broken.json'], 'row 2', 1],
    [['missing.csv'], 'missing.csv', 1],
    [['picture.png'], 'must end in .json', 1],
  ])('refuses %j with "%s"', async (files, words, code) => {
    const result = await runCommand(['infer', ...files.map(at)]);

    expect(result.err).toContain(words);
    expect(result.code).toBe(code);
  });
});

test('a descriptor with collections that extensions of another installation know passes', async () => {
  const folder = await openTemporaryFolder();
  const env = { RESOURCES: join(folder, 'resources.json') };
  await writeFile(join(folder, 'chems.csv'), 'code,name,sources\nC1,Salt,S1\nC2,Water,S2\n');
  await writeFile(join(folder, 'sources.csv'), 'key,title\nS1,First\nS2,Second\n');

  const files = ['chems.csv', 'sources.csv'].map((name) => join(folder, name));
  const written = await runCommand(['infer', ...files, '--write'], { env });
  const checked = await runCommand(['check'], { env });
  const again = await runCommand(['infer', ...files, '--write'], { env });

  expect([written.code, checked.code, checked.err]).toEqual([0, 0, '']);
  expect(again.err).toContain('set RESOURCES to another file');
});

describe('a file is read as an import reads it', () => {
  const reserved = [
    'id',
    'where',
    'q',
    'created_at',
    '_id',
    'constructor',
    'toString',
    '__proto__',
    '%',
    '',
  ];

  test.each<[string, string, RegExp[]]>([
    [
      'a.csv',
      'code;price;note\nA1;12,50;hello\nA2;3,5;you\n',
      [
        /"price": \{ "type": "number"/,
        /semicolons/,
        /price uses decimal commas: import the file with --decimal ,/,
      ],
    ],
    [
      'b.csv',
      'name,form,note\n2&#39;-deoxy,solid,x\nwater,fluid,y\n',
      [/"note": \{ "type": "text"/, /commas/],
    ],
    ['c.tsv', 'name\tamount\nx\t10,032\n', [/tabs/]],
    ['d.tsv', 'name, short\tname, long\na\tb\n', [/"nameShort"/, /"nameLong"/]],
    ['e.csv', 'name\tcode\na\tb\nc\td\n', [/"name"/, /"code"/, /tabs/]],
    [
      'groups.tsv',
      'Product\tFound\t\t\n\tCountry\tYear\tLevel\nBasa\tItaly\t2022\t1\nCod\tItaly\t2023\t2\n',
      [/the header is in row 2/, /"country"/],
    ],
    [
      'titles.csv',
      'My list,\n,\nname,code\nacetone,A1\n',
      [/the header is in row 3: import the file with --header-row 3/, /"code"/],
    ],
    [
      'people.csv',
      'id,name,created_at\n1,one,2024-01-01\n2,two,2024-01-02\n',
      [/"personId"|"peopleId"/, /"label": "created_at"/],
    ],
    ['codes.csv', 'code,price\n101,1.5\n102,2.5\n103,3.5\n', [/"importKey": "code"/]],
    [
      'odd.csv',
      `${reserved.join(',')},last\n${reserved.map((_, at) => `v${at}`).join(',')},x\n`,
      [/"label": "constructor"/],
    ],
    [
      'headless.csv',
      '80-05-7,bisphenol A\n50-00-0,formaldehyde\n',
      [/there is no header row: import the file with --header-row 0/, /"a": \{ "type": "cas"/],
    ],
    ['admin.csv', 'name\nx\n', [/adminRecords/]],
  ])('%s', async (name, text, expected) => {
    const folder = await openTemporaryFolder();
    const env = { RESOURCES: join(folder, 'resources.json') };
    await writeFile(join(folder, name), text);

    const printed = await runCommand(['infer', join(folder, name)]);
    await runCommand(['infer', join(folder, name), '--write'], { env });
    const checked = await runCommand(['check'], { env });

    expect(printed).toMatchObject({ code: 0, err: '' });
    for (const pattern of expected) expect(printed.out).toMatch(pattern);
    expect(checked).toMatchObject({ code: 0, err: '' });
  });

  test('that does not exist is reported on one line', async () => {
    const { err, code } = await runCommand(['infer', '/nope.csv']);

    expect([err.trim(), code]).toEqual(['/nope.csv cannot be read (ENOENT)', 1]);
  });
});
