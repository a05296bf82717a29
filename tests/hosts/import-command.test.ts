import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

const records = {
  // Refers to a family that comes later in the alphabet, and one family to another that comes later in the file.
  'chems.json': [
    { casId: '107-07-3', commonName: '2-Chloroethanol', chemFamilies: ['alcohols', 'halides'] },
  ],
  'chemFamilies.json': [
    { key: 'alcohols', name: 'Alcohols', superGroup: 'Organooxygen compounds', parent: 'halides' },
    { key: 'halides', name: 'Halides', superGroup: 'Organohalogen compounds' },
  ],
  'vocabularies.json': { simulants: [] },
};

describe('npx backoffice import', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let admin: SignedIn;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createTestDatabase();
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    };
    await mkdir(join(folder, 'records'));
    for (const [name, content] of Object.entries(records))
      await writeFile(join(folder, 'records', name), JSON.stringify(content));
    server = await runServer(env);
    admin = await signIn(server.url, 'admin@example.org', 'password of the admin');
  });
  afterAll(async () => {
    await server.end();
    await database.drop();
  });

  const run = (...args: string[]) => runCommand(['import', ...args], { env });

  test('shows with --dry-run what a folder would import, and imports nothing', async () => {
    const result = await run(join(folder, 'records'), '--dry-run');

    const { body } = await admin.call('GET', '/api/chems');
    expect(result.out).toMatch(
      /chems\.json: 1 record, 1 created, 0 updated, 0 unchanged, 0 failed/,
    );
    expect(result.code).toBe(0);
    expect(body.total).toBe(0);
  });

  test('imports a folder into a running installation, in the order of the references', async () => {
    const result = await run(join(folder, 'records'));

    const { body } = await admin.call('GET', '/api/chems?casId=107-07-3');
    expect(result.out).toMatch(/vocabularies\.json: skipped, vocabularies is not a resource/);
    expect(result.out).toMatch(/chemFamilies\.json: 2 records, 2 created/);
    expect(result.code).toBe(0);
    expect(body.data[0].chemFamilies).toHaveLength(2);
    const audit = await admin.call('GET', '/api/admin/audit?action=imported&resource=chemFamilies');
    expect(audit.body.data).toMatchObject([
      { actor: null, detail: { by: 'command', file: 'chemFamilies.json', created: 2 } },
    ]);
  });

  test('lists the records that a file lacks, and sets a value in them', async () => {
    const path = join(folder, 'chemFamilies.csv');
    await writeFile(path, 'key\nalcohols\n');
    const missing = { where: { key: ['halides', 'alcohols'] }, set: { description: 'gone' } };

    const { out } = await run(path, '--mode', 'update', '--missing', JSON.stringify(missing));

    expect(out).toMatch(/1 record missing from the file, 1 changed/);
    const { body } = await admin.call('GET', '/api/chemFamilies?description=gone');
    expect(body.data).toMatchObject([{ key: 'halides' }]);
    const other = await run(join(folder, 'records'), '--missing', '{"where":{}}');
    expect(other.code).not.toBe(0);
    expect(other.err).toMatch(/--missing is for one file/);
  });

  test('warns of letters that may be wrong because the encoding is a guess', async () => {
    const path = join(folder, 'chemFamilies.csv');
    await writeFile(path, Buffer.from('key,description\nalcohols,crème\n', 'latin1'));

    const { out } = await run(path, '--dry-run');

    expect(out).toMatch(/1 with warnings\n {2}row 1: warning: .*I099/);
  });

  test('changes nothing the second time', async () => {
    const result = await run(join(folder, 'records'), '--json');

    const summaries: Record<string, unknown> = JSON.parse(result.out);
    expect(summaries[join(folder, 'records/chems.json')]).toMatchObject({
      unchanged: 1,
      updated: 0,
    });
    expect(result.code).toBe(0);
  });

  test('names row, field and reason of failures, and imports the rest', async () => {
    const path = join(folder, 'chems.ndjson');
    const good = { casId: '50-00-0', commonName: 'Formaldehyde' };
    const bad = { casId: '50-00-1', commonName: 'Not a number' };
    await writeFile(path, `${JSON.stringify(bad)}\n${JSON.stringify(good)}\n`);

    const result = await run(path);

    expect(result.out).toMatch(/2 records, 1 created, 0 updated, 0 unchanged, 1 failed/);
    expect(result.out).toMatch(/row 1: casId .*check digit.*\(V012\)/);
    expect(result.code).toBe(1);
  });

  test.each([
    ['chem.json', 'did you mean chems.json?'],
    ['gone.json', 'cannot be read (ENOENT)'],
  ])('refuses %s: %s', async (name, words) => {
    if (name === 'chem.json') await writeFile(join(folder, name), '[]');

    const result = await run(join(folder, name));

    expect(result.err).toContain(words);
    expect(result.code).toBe(1);
  });
});
