import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { createTestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { silent } from '../support/store.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const page = readFileSync(join(top, 'docs/api-keys.md'), 'utf8');
const printed = /it prints:\s+```\n(.*?)```/s.exec(page)![1];
const run = promisify(execFile);

const programOf = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)![1]!;
const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

let server: Awaited<ReturnType<typeof runServer>>;
let database: Database;
let admin: SignedIn;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  const password = 'password of the admin';
  server = await runServer({
    DATABASE_URL: made.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
  });
  database = await openDatabase({ url: made.url, log: silent });
  drop = made.drop;
  admin = await signIn(server.url, 'admin@example.org', password);
});
afterAll(async () => {
  await database.close();
  await server.end();
  await drop();
});

async function makeKey(settings: object = {}): Promise<{ id: string; env: NodeJS.ProcessEnv }> {
  const operations = ['list', 'read', 'create', 'update'];
  const collections = { chemFunctions: { operations } };
  const body = { name: 'Notebook', collections, ...settings };
  const { body: made } = await admin.call('POST', '/api/keys', { body });
  const env = { ...process.env, BACKOFFICE: server.url, BACKOFFICE_KEY: made.key };
  return { id: made.id, env };
}

async function save(name: string, program: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, program);
  return file;
}

const removeAll = () => database.query('delete from "chemFunctions"');

/** Stands for the clock: the program waits until we say that the time has passed. */
const waiting = `import sys, time
def wait(seconds):
    sys.stderr.write(f"waits {seconds}\\n")
    sys.stdin.readline()
time.sleep = wait
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"))
`;

const hasPython = works('python3', '--version');

test.skipIf(!hasPython)(
  'the Python program of docs/api-keys.md does and prints what the page says (needs python3)',
  async () => {
    const { env } = await makeKey();

    const { stdout } = await run('python3', [await save('client.py', programOf('python'))], {
      env,
    });

    expect(stdout).toBe(printed);
  },
  60_000,
);

test.skipIf(!hasPython)(
  'the Python program waits for Retry-After after too many requests, and then continues (needs python3)',
  async () => {
    await removeAll();
    await database.query('delete from backoffice.idempotency_keys');
    // Fewer than half of its requests, so that it has to wait even when a minute begins meanwhile.
    const { id, env } = await makeKey({ rate: 4 });
    const files = [await save('waiting.py', waiting), await save('client.py', programOf('python'))];
    const python = spawn('python3', files, { env });
    const [output, waits]: [string[], number[]] = [[], []];
    python.stdout.on('data', (chunk) => output.push(String(chunk)));
    python.stderr.on('data', async (chunk) => {
      for (const [, seconds] of String(chunk).matchAll(/waits (\d+)/g)) waits.push(Number(seconds));
      await database.query('delete from backoffice.key_uses where key_id = $1', [id]);
      python.stdin.write('\n');
    });
    await new Promise((resolve) => python.on('close', resolve));

    expect(output.join('')).toBe(printed);
    expect(waits.length).toBeGreaterThan(0);
    for (const seconds of waits) expect(seconds).toBeGreaterThan(0);
    for (const seconds of waits) expect(seconds).toBeLessThanOrEqual(60);
  },
  60_000,
);

test('the TypeScript of docs/api-keys.md reads the records, and fails with the reason', async () => {
  await removeAll();
  await admin.call('POST', '/api/chemFunctions', { body: { key: 'wax', name: 'Wax' } });
  const file = await save('client.ts', `${programOf('ts')}console.log(data[0].key);\n`);
  const { env } = await makeKey();

  expect((await run(process.execPath, [file], { env })).stdout).toBe('wax\n');
  const wrong = { ...env, BACKOFFICE_KEY: 'bo_mistyped' };
  await expect(run(process.execPath, [file], { env: wrong })).rejects.toThrow(
    'is unknown or mistyped',
  );
}, 60_000);

test.skipIf(!works('Rscript', '-e', 'library(httr2); library(jsonlite)'))(
  'the R of docs/api-keys.md reads the records (needs Rscript with httr2 and jsonlite)',
  async () => {
    await removeAll();
    await admin.call('POST', '/api/chemFunctions', { body: { key: 'wax', name: 'Wax' } });
    const file = await save('client.R', `${programOf('r')}cat(functions$data[[1]]$key)\n`);
    const { env } = await makeKey();

    expect((await run('Rscript', [file], { env })).stdout).toBe('wax');
  },
  60_000,
);
