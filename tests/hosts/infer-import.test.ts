import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

/** The options are those that the comments of the descriptor name. */
const files: [name: string, text: string, rows: number, ...options: string[]][] = [
  ['prices.csv', 'code;price;note\nA1;12,50;hello\nA2;3,5;you\n', 2, '--decimal', ','],
  ['states.csv', 'name,form,note\n2&#39;-deoxy,solid,x\nwater,fluid,y\n', 2],
  ['amounts.tsv', 'name\tamount\nx\t10,032\ny\t1,5\n', 2, '--decimal', ','],
  ['names.tsv', 'name, short\tname, long\nn1\tl1\nn2\tl2\n', 2],
  ['codes.csv', 'name\tcode\nsalt\tc1\nsoda\tc2\n', 2],
  ['titles.csv', 'My list,\n,\nname,code\nacetone,T1\nbenzene,T2\n', 2, '--header-row', '3'],
];

test(
  'the descriptor inferred from files accepts every row of the same files',
  { timeout: 120_000 },
  async () => {
    const folder = await openTemporaryFolder();
    const database = await createTestDatabase();
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      RESOURCES: join(folder, 'resources.json'),
      LOG_LEVEL: 'silent',
    };
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    const paths = files.map(([name]) => join(folder, name));
    const inferred = await runCommand(['infer', ...paths, '--write'], { env });
    const applied = await runCommand(['apply'], { env });

    const imported: unknown[] = [];
    for (const [name, , , ...options] of files) {
      const args = ['import', join(folder, name), ...options, '--json'];
      const { out, err } = await runCommand(args, { env });
      const [summary] = Object.values(JSON.parse(out || '{}') as Record<string, any>);
      imported.push([name, summary?.created, summary?.failed, err]);
    }
    await database.drop();

    expect([inferred.err, applied.code]).toEqual(['', 0]);
    expect(imported).toEqual(files.map(([name, , rows]) => [name, rows, 0, '']));
  },
);

test.each<[option: string, value: string, text: string | Uint8Array, expected: RegExp]>([
  ['--header-row', '2', 'a,b\nname,code\nacetone,A1\n', /"name"[^]*"code"/],
  ['--delimiter', '|', 'name;x|code\nacetone;1|A1\n', /"label": "name;x"/],
  [
    '--encoding',
    'iso-8859-5',
    // вода; other encodings read other letters.
    Uint8Array.of(0xd2, 0xde, 0xd4, 0xd0, 0x0a, 0x31, 0x0a),
    /"label": "вода"/,
  ],
])('infer reads %s %s', async (option, value, text, expected) => {
  const folder = await openTemporaryFolder();
  const path = join(folder, 'things.csv');
  await writeFile(path, text);

  const { code, out, err } = await runCommand(['infer', path, option, value]);

  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(expected);
});

const raw = join(top, '../shared/data/raw');

describe.runIf(existsSync(raw))('the real files', () => {
  test.each(existsSync(raw) ? readdirSync(raw) : [])(
    'of %s lead to a descriptor that passes the check',
    async (name) => {
      const env = { RESOURCES: join(await openTemporaryFolder(), 'resources.json') };

      const inferred = await runCommand(['infer', join(raw, name), '--write'], { env });
      const checked = await runCommand(['check'], { env });

      expect(inferred).toMatchObject({ code: 0, err: '' });
      expect(checked).toMatchObject({ code: 0, err: '' });
    },
  );
});
