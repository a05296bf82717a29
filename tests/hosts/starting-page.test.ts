import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { changeForeignDatabase } from '../support/foreign-database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const page = await readFile(join(top, 'docs/starting.md'), 'utf8');

/** The commands of a section, in its order, with the folder and the address put in. */
function commandsOf(section: string, values: Readonly<Record<string, string>>): string[][] {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('npx backoffice '))
    .map((line) =>
      line
        .slice('npx backoffice '.length)
        .split(' ')
        .map((word) =>
          word.replaceAll('"', '').replace(/\$([A-Z]+)/g, (_, name: string) => values[name]!),
        ),
    );
}

async function runAll(section: string, my: string, old = ''): Promise<object[]> {
  const env = { RESOURCES: join(my, 'resources.json'), DATA_DIR: join(my, 'data') };
  const results: object[] = [];
  for (const args of commandsOf(section, { ...env, MY: my, OLD: old })) {
    const { code, err } = await runCommand(args, { env });
    results.push({ args: args[0], code, err });
  }
  return results;
}

const done = (names: string[]) => names.map((args) => expect.objectContaining({ args, code: 0 }));

test(
  'the commands of the page for files run one after the other',
  { timeout: 120_000 },
  async () => {
    const my = await openTemporaryFolder();
    await writeFile(
      join(my, 'chems.csv'),
      'code,name,source\nC1,Salt,S1\nC2,Water,S2\nC3,Soda,S1\n',
    );
    await writeFile(
      join(my, 'sources.json'),
      JSON.stringify([
        { key: 'S1', title: 'First' },
        { key: 'S2', title: 'Second' },
      ]),
    );

    const results = await runAll('From files', my);
    const server = await runServer({
      RESOURCES: join(my, 'resources.json'),
      DATA_DIR: join(my, 'data'),
      LOG_LEVEL: 'silent',
    });
    const code = await server.end();

    expect(results).toEqual(done(['infer', 'check', 'apply', 'import']));
    expect(await readFile(join(my, 'resources.schema.json'), 'utf8')).toContain('$schema');
    expect(code).toBe(0);
  },
);

test('the commands of the page for a database run', { timeout: 120_000 }, async () => {
  const my = await openTemporaryFolder();
  const old = await createTestDatabase();
  await changeForeignDatabase(
    old,
    `create table sources (id serial primary key, title text not null);
    create table chems (code text primary key, source_id int references sources);
    insert into sources (title) values ('First'); insert into chems values ('C1', 1)`,
  );

  const results = await runAll('From a database', my, old.url);
  await old.drop();

  expect(results).toEqual(done(['introspect', 'check', 'apply', 'import', 'import']));
});
