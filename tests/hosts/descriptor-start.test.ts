import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDescriptor } from '../../src/hosts/structure/open-descriptor.ts';
import { inspectDescriptor } from '../../src/hosts/read/read-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { applyPlan } from '../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../src/store/schema/plan/make-plan.ts';
import { isHalfWritten, markWritten } from '../../src/store/schema/plan/browser-changes.ts';
import { createTestDatabase } from '../support/database.ts';
import { librarySource } from '../support/library.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const { roles, resources } = librarySource;

/** As a person writes it, with a comment and further fields. */
const textOf = (fields: string, label = 'Boxes') => `// Ours.
{
  "roles": ${JSON.stringify(roles)},
  "resources": {
    "boxes": { "label": { "en": "${label}" }, "fields": { "name": { "type": "text" }${fields} } },
    "shelves": { "fields": { "name": { "type": "text" } } },
    "users": ${JSON.stringify(resources.users)}
  }
}
`;
const taken = (text: string) => text.replace('// Ours.', '// Taken over by hand.');
const [before, changed] = [textOf(''), textOf(', "depth": { "type": "number" }')];
const edited = changed.replace('Boxes', 'Cartons');
const lacking = before.replace(
  '"shelves": { "fields"',
  '"shelves": { "label": { "en": "New" }, "fields"',
);

let database: Database;
let drop: () => Promise<void>;
let path: string;
let lines: [object, string][];

const note = (fields: object, message: string) => void lines.push([fields, message]);
const log = { debug() {}, info: note, warn: note, error: note } as any;

beforeEach(async () => {
  const made = await createTestDatabase();
  database = await openDatabase({ url: made.url, log: { info() {}, warn() {} } });
  drop = made.drop;
  path = join(await openTemporaryFolder(), 'resources.json');
  await writeFile(path, before);
  lines = [];
  await start();
  lines = [];
});
afterEach(async () => {
  await database.close();
  await drop();
});

async function start() {
  const { outcome } = await inspectDescriptor(path);
  if ('problems' in outcome) throw new Error(outcome.problems[0]!.code as string);
  return openDescriptor(database, { path, descriptor: outcome.descriptor }, log, 'serve');
}

type Texts = Record<string, string>;
const main = 'resources.json';
const save = async (texts: Texts) => {
  for (const [file, text] of Object.entries(texts))
    await writeFile(join(dirname(path), file), text);
};

/** What the browser does to the database: the file is not written yet. */
async function changeInBrowser(
  from: Texts = { [main]: before },
  to: Texts = { [main]: changed },
): Promise<string> {
  await save(to);
  const { outcome } = await inspectDescriptor(path);
  await save(from);
  if ('problems' in outcome) throw new Error('the change has problems');
  const { descriptor } = outcome;
  const { hash } = await previewPlan(database, descriptor);
  const files = (texts: Texts) =>
    Object.entries(texts).map(([file, text]) => ({ path: file, text }));
  await applyPlan(
    database,
    descriptor,
    { plan: hash, rewrite: false, destructive: false, named: new Set() },
    {
      files: files(to),
      before: files(from),
      by: { actor: 'anna', session: null, address: null, requestId: null },
      longest: 10_000,
      guard: async () => undefined,
    },
  );
  return descriptor.hash;
}

const fieldsOf = (descriptor: Awaited<ReturnType<typeof start>>) => [
  ...descriptor.resources.get('boxes')!.fields.keys(),
];
const text = () => readFile(path, 'utf8');

describe('a start after a change in the browser', () => {
  test('says nothing if the file has the change', async () => {
    const hash = await changeInBrowser();
    await writeFile(path, changed);
    await markWritten(database, hash);

    expect(fieldsOf(await start())).toEqual(['name', 'depth']);
    expect(lines).toEqual([]);
  });

  test('writes the file if it never got the change', async () => {
    await changeInBrowser();

    const used = await start();
    lines.splice(0, lines.length - 1);

    expect(fieldsOf(used)).toEqual(['name', 'depth']);
    expect(await text()).toBe(changed);
    expect(await readFile(`${path}.previous`, 'utf8')).toBe(before);
    expect(lines[0]![1]).toContain('now has the change');
    lines = [];
    await start();
    expect(lines).toEqual([]);
  });

  test('writes the change again if only some files got it', async () => {
    const including = before.replace('"roles"', '"include": ["more.json"], "roles"');
    const more = '{ "resources": { "notes": { "fields": { "name": { "type": "text" } } } } }';
    const old = { [main]: including, 'more.json': more };
    const made = {
      [main]: including.replace('Boxes', 'Cartons'),
      'more.json': more.replace('"notes": {', '"pens": { "fields": {} }, "notes": {'),
    };
    await save(old);
    await start();
    await changeInBrowser(old, made);
    await save({ 'more.json': made['more.json'] });
    const isHalf = async () => isHalfWritten(database, (await inspectDescriptor(path)).texts);
    // Until then, servers that watch the files leave them alone.
    expect(await isHalf()).toBe(true);

    const used = await start();

    expect(await isHalf()).toBe(false);

    expect(used.resources.get('boxes')!.label).toEqual({ en: 'Cartons' });
    expect(await text()).toBe(made[main]);
  });

  test('leaves a file alone that took the change over by hand', async () => {
    await changeInBrowser();
    await writeFile(path, taken(changed));
    await start();
    const lead = lines;
    lines = [];

    await writeFile(path, before);
    await start();

    expect(lead).toEqual([]);
    // The file had the change, so this is an older one that came back.
    expect(await text()).toBe(before);
    expect(lines).toHaveLength(1);
  });

  test('writes a change of comments after another, where the file never got either', async () => {
    const first = before.replace('Ours', 'Theirs');
    await changeInBrowser({ [main]: before }, { [main]: first });
    await changeInBrowser({ [main]: first }, { [main]: taken(before) });
    await writeFile(path, before);

    await start();

    expect(await text()).toBe(taken(before));
  });

  test('keeps the change if the file is read-only, in one line', async () => {
    await changeInBrowser();
    await chmod(path, 0o444);

    expect(fieldsOf(await start())).toEqual(['name', 'depth']);
    expect(await text()).toBe(before);
    expect(lines.map(([, line]) => line)).toEqual([
      expect.stringContaining('older than a change made in the browser'),
    ]);
  });

  test('keeps the change and the file if an older file came back', async () => {
    await markWritten(database, await changeInBrowser());

    expect(fieldsOf(await start())).toEqual(['name', 'depth']);
    expect(await text()).toBe(before);
    expect(lines).toHaveLength(1);
  });

  test('keeps the change when a newer program checks the tables again', async () => {
    await changeInBrowser();
    await chmod(path, 0o444);
    await database.query(`update backoffice.descriptor set fingerprint = 'older program'`);

    await start();

    expect(fieldsOf(await start())).toEqual(['name', 'depth']);
  });

  test('applies a file that goes on from the change', async () => {
    await markWritten(database, await changeInBrowser());
    await writeFile(path, edited);

    const used = await start();

    expect(used.resources.get('boxes')!.label).toEqual({ en: 'Cartons' });
    expect(lines.filter(([, line]) => line.includes('browser'))).toEqual([]);
  });

  test('applies a new file that lacks the change, and names the parts', async () => {
    await changeInBrowser();
    await writeFile(path, lacking);

    expect(fieldsOf(await start())).toEqual(['name']);
    expect(lines[0]).toEqual([
      {},
      'The descriptor file takes back a part of the change made in the browser: resources.boxes',
    ]);
  });

  test('is refused by a file that could lose data, or has problems', async () => {
    await changeInBrowser();
    await database.query(`insert into boxes (_id, name) values ('1', 'ten')`);
    await writeFile(path, changed.replace('"type": "text"', '"type": "number"'));
    await expect(start()).rejects.toThrow('could lose data');
    await writeFile(path, '{');

    await expect(start()).rejects.toThrow('D001');
  });
});
