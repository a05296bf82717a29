import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { changeForeignDatabase } from '../support/foreign-database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const resources = join(folder, 'resources.json');
const notes = { fields: { text: { type: 'text' }, year: { type: 'text' }, old: { type: 'text' } } };
const changed = {
  fields: { note: { type: 'text', was: 'text' }, year: { type: 'number', integer: true } },
};

async function declare(added: object): Promise<void> {
  const source = parse(await readFile(join(top, 'resources.json'), 'utf8'));
  Object.assign(source.resources, added);
  await writeFile(resources, JSON.stringify(source));
}

test(
  'a change is planned, applied under a running server, and undone',
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, RESOURCES: resources };
    const settings = {
      ...env,
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    };
    await declare({ notes });
    const server = await runServer(settings);
    const { call } = await signIn(server.url, 'admin@example.org', 'password of the admin');
    const body = { text: 'One', year: '1999', old: 'gone' };
    const { body: made } = await call('POST', '/api/notes', { body });
    // Often enough to be prepared.
    const year = (value: unknown) =>
      call('PATCH', `/api/notes/${made._id}`, {
        body: { year: value },
        headers: { 'If-Match': '*' },
      });
    for (let n = 0; n < 40; n++) await year(String(1960 + n));
    await declare({ notes: changed });

    const plan = await runCommand(['plan', '--json'], { env });
    const said = await runCommand(['plan'], { env });
    const command = /npx backoffice (apply .*)/.exec(said.out)?.[1] ?? '';
    const without = await runCommand(['apply'], { env });
    const drop = ['--allow-destructive', 'drop:notes.old'];
    const applied = await runCommand([...command.split(' '), ...drop], { env });
    const settled = await runCommand(['plan'], { env });
    const after = await eventually(() => call('GET', `/api/notes/${made._id}`), 'note');
    const found = await call('GET', '/api/notes?year=1999');
    const written = await Promise.all(Array.from({ length: 20 }, () => year(2001)));
    await year(1999);
    const undone = await runCommand(['apply', '--undo'], { env });
    const before = await eventually(() => call('GET', `/api/notes/${made._id}`), 'old');
    await server.end();
    const started = runServer(settings);
    await expect(started).rejects.toThrow(
      /renames notes.text to note[^]*npx backoffice apply --plan/,
    );
    await database.drop();

    expect(plan.code).toBe(1);
    expect(JSON.parse(plan.out).steps.map(({ id }: { id: string }) => id)).toContain(
      'rename:notes.note',
    );
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining('--allow-rewrite') });
    expect(command).toMatch(/^apply --plan [0-9a-f]{16} --allow-rewrite$/);
    expect(applied).toMatchObject({ code: 0 });
    expect(settled).toMatchObject({ code: 0, out: expect.stringContaining('nothing to do') });
    expect(after.body).toMatchObject({ note: 'One', year: 1999 });
    expect(found.body).toMatchObject({ total: 1 });
    expect(written.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(undone.code).toBe(0);
    expect(before.body).toMatchObject(body);
  },
);

test(
  'plan and apply ask about a rename without was, and a start reports that it is not applied',
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, RESOURCES: resources };
    const things = (field: string) => ({ things: { fields: { [field]: { type: 'number' } } } });
    await declare(things('qty'));
    await runCommand(['apply'], { env });
    await changeForeignDatabase(
      database,
      `insert into things (_id, qty) values ('one', 1), ('two', 2)`,
    );
    await declare(things('amount'));

    const plan = await runCommand(['plan'], { env });
    const applied = await runCommand(['apply'], { env });
    const server = await runServer({ ...env, SAMPLE_DATA: '0', LOG_LEVEL: 'warn' });
    await server.end();
    await database.drop();

    const question =
      /This looks like a rename to things\.amount: if so, declare "was": "qty" there/;
    expect(plan.out).toMatch(question);
    expect(plan.out).toContain('2 records with a value');
    expect(applied).toMatchObject({ code: 1, err: expect.stringMatching(question) });
    expect(server.lines.join('\n')).toMatch(/Not applied: .*values of 2 records/);
  },
);

test(
  'the plan ends with advice about indexes, and lists all of them when asked',
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, RESOURCES: resources };
    const things = (settings: object) => ({
      things: {
        fields: { code: { type: 'text', unique: true }, qty: { type: 'number', ...settings } },
        list: { filters: ['code'], sort: 'code' },
      },
    });
    await declare(things({}));
    const before = await runCommand(['plan', '--indexes'], { env });
    await runCommand(['apply'], { env });
    await changeForeignDatabase(
      database,
      `insert into backoffice.slow_reads values ('things', 'qty', 'sort', 12, 1400, now())`,
    );

    const plan = await runCommand(['plan', '--indexes'], { env });
    const short = await runCommand(['plan', '--json'], { env });
    await declare(things({ index: true }));
    const settled = await runCommand(['plan', '--indexes'], { env });
    await database.drop();

    expect([before.code, before.out.includes('advice')]).toEqual([0, false]);
    expect(plan.out).toContain(
      [
        'advice',
        '  add "index": true to resources.things.fields.qty',
        '      12 slow lists sorted by it; the slowest took 1400 ms',
      ].join('\n'),
    );
    expect(plan.out).toMatch(
      /\nthings: about 0 records, [\d.]+ (byte|kB); indexes [\d.]+ kB; used since \d{4}-\d\d-\d\d\n {2}code +unique values/,
    );
    expect(plan.out).toMatch(/\n {2}_id +key of the table +[\d.]+ kB {2}used \d+ times?\n/);
    const { steps, advice, indexes } = JSON.parse(short.out);
    expect([steps, indexes, advice.add.length]).toEqual([[], undefined, 1]);
    expect(settled.out).not.toContain('advice');
    expect(settled.out).toMatch(
      /\n {2}qty +setting “index” +0 bytes +used 0 times +not built yet\n/,
    );
  },
);

/** Servers hear of it a moment later. */
async function eventually(ask: () => Promise<{ body: any }>, field: string) {
  const until = Date.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (Object.hasOwn(answer.body, field) || Date.now() > until) return answer;
  }
}
