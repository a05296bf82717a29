import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForeign } from '../../src/store/schema/foreign/open-foreign.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { changeForeignDatabase, openForeignDatabase } from '../support/foreign-database.ts';
import { runCommand, type CommandResult } from '../support/run-command.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const at = (name: string) => join(folder, name);

describe('backoffice introspect', () => {
  let foreign: TestDatabase;
  let own: TestDatabase;
  let result: CommandResult;
  let text: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    [foreign, own] = await Promise.all([openForeignDatabase(), createTestDatabase()]);
    env = { RESOURCES: at('resources.json'), DATABASE_URL: own.url, DATA_DIR: folder };
    const files = ['--out', at('resources.json'), '--data', at('data')];
    result = await runCommand(['introspect', foreign.url, ...files]);
    text = await readFile(at('resources.json'), 'utf8');
  });
  afterAll(() => Promise.all([foreign.drop(), own.drop()]));

  test('writes a descriptor that passes the check unchanged', async () => {
    const checked = await runCommand(['check'], { env });

    expect(result).toMatchObject({ code: 0, err: '' });
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('16 resources') });
  });

  test.each([
    ['firstName', '"type": "text", "maxLength": 80, "required": true', 'character varying(80)'],
    ['mail', '"type": "email", "unique": true', 'public.mail unique'],
    ['homepage', '"type": "url", "help": "Where to \\"read\\" more */ about them"', 'web address'],
    ['mood', '"choices": ["sad","so so","happy"], "default": "happy"', 'an enum'],
    ['moods', '"type": "choices", "choices": ["sad","so so","happy"]', 'an enum'],
    ['mentor', '"type": "reference", "to": "authors" }', 'mentor_id; a foreign key'],
    ['authorCreatedAt', '"required": true, "default": "$now"', 'is a reserved name'],
    ['isbn', '"maxLength": 13, "required": true, "unique": true', 'character(13)'],
    ['status', '"choices": ["draft","printed","out of print"], "required": true', 'from its CHECK'],
    ['stars', '"choices": [1,2,3,4,5]', 'from its CHECK'],
    ['pages', '"integer": true, "min": 1, "max": 5000', 'limits from its CHECK'],
    ['price', '"precision": 8, "scale": 2, "default": "9.90"', 'numeric(8,2)'],
    ['share', '"min": "0", "max": "100", "required": true, "default": "50"', 'public.percent'],
    ['tags', '"type": "tags" }', 'text[]'],
    ['sizes', '"type": "json"', 'integer[]'],
    ['extra', '"type": "json"', 'jsonb'],
    ['printedOn', '"type": "date"', 'printed_on'],
    ['soldFrom', '"type": "datetime"', 'read as UTC'],
    ['soldAt', '"type": "time"', 'a time of day'],
    ['doi', '"type": "doi"', 'a DOI'],
    ['groesseCm', '"label": "Größe (cm)"', 'real'],
    ['groupBy', '"type": "boolean", "label": "group by"', 'boolean not null'],
    ['reading', '"type": "text"', 'interval'],
    ['big', '"type": "text"', 'would lose digits'],
    ['exact', '"type": "text"', 'would lose digits'],
    ['authors', '"type": "references", "to": "authors"', 'book_authors, in the order of position'],
    ['order', '"to": "order", "required": true', 'order_id; a foreign key to Order'],
    ['orderLine', '"to": "orderLines"', 'a foreign key (order_id, line_no) to order_lines'],
    ['orderAnd', '"type": "text"', 'and, which is a reserved name'],
    ['other', '"to": "rightHands" }', 'not required, because the records it refers to'],
    ['eMail2', '"label": "e-mail"', 'e-mail'],
    ['column2', '"label": "ключ"', 'ключ'],
    ['measuredId', '"integer": true, "required": true', 'integer not null'],
  ])('declares %s as %s, for the reason "%s"', (field, settings, reason) => {
    // Of two fields of a name the last one is meant.
    const line = text.split('\n').filter((each) => each.includes(`"${field}": { "type"`));

    expect(line.find((each) => each.includes(settings))).toContain(reason);
  });

  test.each([
    'The column password_hash is left out: secrets are not imported',
    'The column full_name is left out: the database computes it: (((first_name)',
    'The column cover is left out: records cannot hold bytea.',
    'The check books_check1 was not converted: CHECK',
    'The table books. What is printed',
    'The table users; renamed: users is the resource of the people',
    'The table pages; renamed: the system uses the address /pages',
    'The partitioned table measured',
    'The view printed is left out',
    'The materialized view counted is left out',
    'The table no_columns is left out',
    '"unique": [["order","lineNo"],["order","isbn"]]',
    '"title": "{firstName} {lastName}"',
    '"check":{"not":{"opened_gt":{"$field":"closed"}}}',
  ])('prints "%s"', (words) => {
    expect(text).toContain(words);
  });

  test('exports the records, for an import that a second one finds unchanged', async () => {
    await runCommand(['apply'], { env });

    const first = await runCommand(['import', at('data')], { env });
    const second = await runCommand(['import', at('data')], { env });

    expect(first).toMatchObject({ code: 0, err: '' });
    expect(second.out).toMatch(/books\.ndjson: 2 records, 0 created, 0 updated, 2 unchanged/);
    expect(second.out).toMatch(/logLines\.ndjson: 2 records, 0 created, 0 updated, 2 unchanged/);
    const books = (await readFile(at('data/books.ndjson'), 'utf8')).split('\n');
    expect(JSON.parse(books[0]!)).toMatchObject({
      isbn: '978000000001',
      weight: 0.30000000000000004,
      soldFrom: '2020-02-29T12:00:00.500Z',
      big: '9007199254740993',
      follows: '978000000002',
      authors: ['2', '1'],
    });
    expect(await readFile(at('data/authors.ndjson'), 'utf8')).not.toContain('topsecret');
  });

  test('overwrites nothing', async () => {
    const descriptor = await runCommand(['introspect', foreign.url, '--out', at('resources.json')]);
    const records = await runCommand(['introspect', foreign.url, '--data', at('data')]);

    expect(descriptor).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
    expect(records).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
  });

  test('prints a descriptor of other schemas, as JSON too', async () => {
    const printed = await runCommand(['introspect', foreign.url, '--schema', 'archive']);
    const json = await runCommand([
      'introspect',
      foreign.url,
      '--schema',
      'archive,public',
      '--json',
    ]);

    await writeFile(at('archive.json'), printed.out);
    const checked = await runCommand(['check'], { env: { RESOURCES: at('archive.json') } });
    expect(checked.out).toContain('2 resources');
    expect(Object.keys(JSON.parse(json.out).descriptor.resources)).toHaveLength(17);
  });

  test('cannot write to the database', async () => {
    const { client, close } = await openForeign(foreign.url);

    const writing = client.query('create table public.trace ()');

    await expect(writing).rejects.toThrow('read-only transaction');
    await close();
  });

  test('derives no choices from the first rows of a long table with more values later', async () => {
    await changeForeignDatabase(
      foreign,
      `create schema long; create table long.rows (id int primary key, few text, many text not null);
       insert into long.rows select n, case when n % 2 = 0 then 'even' else 'odd' end,
         case when n <= 10500 then 'first' else 'later ' || n end from generate_series(1, 10600) n`,
    );

    const to = ['--schema', 'long', '--data', at('long')];
    const { out } = await runCommand(['introspect', foreign.url, ...to]);
    const lines = await readFile(at('long/rows.ndjson'), 'utf8');

    expect(lines.trim().split('\n')).toHaveLength(10_600);
    expect(out).toContain('"few": { "type": "choice", "choices": ["even","odd"]');
    expect(out).toContain('"many": { "type": "text", "required": true');
    expect(out).toContain('Based on the first 10,000 rows only');
  });

  test('keeps a number used as identifier, and reports that times are cut', async () => {
    await changeForeignDatabase(
      foreign,
      `create schema sales;
       create table sales.orders (order_id serial primary key, placed timestamp, packed timestamp(3), note text);
       create table sales.parts (id serial primary key, colour text not null);
       insert into sales.orders (placed) values ('2024-01-01 10:00:00.123456')`,
    );
    const file = at('sales.json');
    await runCommand([
      'introspect',
      foreign.url,
      '--schema',
      'sales',
      '--out',
      file,
      '--data',
      at('sales'),
    ]);

    const written = await readFile(file, 'utf8');
    const line = (field: string) =>
      written.split('\n').find((each) => each.includes(`"${field}":`));
    expect(line('orderId')).toMatch(/"type": "number".*"unique": true \}.*not required/);
    expect(written).toContain('"title": "{orderId}"');
    expect(written).toContain('"title": "{colour}"');
    expect(written).toContain('"list": {"columns":["orderId","placed"');
    const cut = ['placed', 'packed'].map((field) => /truncated to milliseconds/.test(line(field)!));
    expect(cut).toEqual([true, false]);
    expect(await readFile(at('sales/orders.ndjson'), 'utf8')).toMatch(/"_id":"1","orderId":1/);
  });

  test('accepts tables and columns named like members of JavaScript objects', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', '%'];
    const columns = names.map((name) => `"${name}" text`).join(', ');
    await changeForeignDatabase(
      foreign,
      `create schema inherited;
       create table inherited."constructor" (id int primary key, ${columns}, "prototype" bytea);
       create table inherited."__proto__" (${columns});
       insert into inherited."__proto__" values (${names.map((name) => `'of ${name}'`).join(', ')})`,
    );
    const file = at('inherited.json');

    const written = await runCommand([
      'introspect',
      foreign.url,
      '--schema',
      'inherited',
      '--out',
      file,
      '--data',
      at('inherited'),
    ]);
    const checked = await runCommand(['check'], { env: { RESOURCES: file } });

    expect([written.err, written.code, checked.err, checked.code]).toEqual(['', 0, '', 0]);
    const record = await readFile(at('inherited/proto.ndjson'), 'utf8');
    expect(Object.values(JSON.parse(record))).toEqual(
      expect.arrayContaining(names.map((name) => `of ${name}`)),
    );
  });

  test('names the existing schemas if the requested one has no tables', async () => {
    const refused = await runCommand(['introspect', foreign.url, '--schema', 'nowhere']);

    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/no tables in nowhere; these schemas have tables: archive \(1\), /);
  });

  test.each([
    [[], 2, 'introspect requires the URL of one database'],
    [['mysql://me:s3cr%40t@127.0.0.1/x'], 2, 'looks like postgres://'],
    [['postgres://me:s3cr%40t@127.0.0.1:1/x'], 1, 'cannot be read: the connection was refused'],
    [['postgres://me:s3cr%40t@127.0.0.1:1/%'], 2, ''],
    [['postgres://me:s3cr%40t@nowhere.invalid/x'], 1, 'cannot be read'],
  ])(
    'called with %j ends with %i and prints "%s", never the password',
    async (args, code, words) => {
      const refused = await runCommand(['introspect', ...args]);

      expect(refused.code).toBe(code);
      expect(refused.err).toContain(words);
      expect(refused.out + refused.err).not.toMatch(/s3cr(%40|@)t|node_modules/);
    },
  );
});
