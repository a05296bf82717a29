import { expect, test } from 'vitest';
import { flaw } from '../../src/descriptor/read/grammar-problems.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { right } from './broken-descriptors.ts';

/** `what: text => its replacement && … >> the problems`. `…` is the replaced text, ⏎ a new line. */
const refused = String.raw`
a computed field in a form: "public": { => "actions": [{ "name": "lend", "form": { "fields": { "to": { "type": "text", "computed": "1" } } } }], … >> D007 28 books.actions.0.form.fields.to.computed
a computed field of no text: "price": { "type": "number", => "made": { "type": "number", "computed": "" }, … >> D004 21 books.fields.made.computed
a computed field through a reference to nothing: "price": { "type": "number", => "made": { "type": "number", "computed": "length(author.name)" }, … && "reference", "to": "authors" } => "reference", "to": "autors" } >> D010 18 books.fields.author.to (did you mean authors?)
a computed field through four references: "price": { "type": "number", => "made": { "type": "number", "computed": "length(author.createdBy.createdBy.createdBy.name)" }, … >> D043 21 books.fields.made.computed
a computed field that reads a broken one: "price": { "type": "number", => "made": { "type": "number", "computed": "price * 2" }, … && "price": { "type": "number", => "price": { "type": "numbre", >> D006 21 books.fields.price.type (did you mean number?)
a computed field that counts by a broken one: "price": { "type": "number", => "made": { "type": "number", "computed": "count(authors.book)" }, … && "authors": { "fields": { => … "book": { "type": "refrence", "to": "books" }, >> D006 30 authors.fields.book.type (did you mean reference?)
a computed field that counts what does not refer to it: "price": { "type": "number", => "made": { "type": "number", "computed": "count(authors.name)" }, … >> D043 21 books.fields.made.computed
a computed field that counts by another one: "price": { "type": "number", => "made": { "type": "number", "computed": "count(authors.xyz)" }, … && "authors": { "fields": { => … "book": { "type": "reference", "to": "books" }, >> D043 21 books.fields.made.computed (the fields that refer to it are authors.book)
settings far from all others: "reference", "to": "authors" } => "referenc", "zzzzzzzzzz": true } >> D006 18 books.fields.author.type (did you mean reference?) | D003 18 books.fields.author.zzzzzzzzzz (the settings are type, …)
a required reference to nothing: "authors": { "fields": { => … "boss": { "type": "reference", "required": true, "to": "bosses" }, >> D010 30 authors.fields.boss.to
a ring behind a resource: "authors": { => "r0": { "fields": { "next": { "type": "reference", "required": true, "to": "r1" } } },⏎"r1": { "fields": { "next": { "type": "reference", "required": true, "to": "r2" } } },⏎"r2": { "fields": { "next": { "type": "reference", "required": true, "to": "r1" } } }, … >> D025 31 r1.fields.next.required
a required field that creators may not read: "price": { "type": "number", => "code2": { "type": "text", "required": true, "read": ["admin"] }, … && ["code", "name"] } => ["code", "name", "code2"] } >> D025 21 books.fields.code2.required
a filter by a broken field: "price": { "type": "number", => "price": { "type": "numbre", && "sort": "-year,code" } => "sort": "-year,code", "filter": { "or": [{ "price_gt": 1 }, { "year": { "$field": "price" } }] } } >> D006 21 books.fields.price.type (did you mean number?)
a filter by a part of a broken field: "shelf": { "type": "object" => "shelf": { "type": "objct" && ["code", "shelf.room"] => ["code"] && "sort": "-year,code" } => "sort": "-year,code", "filter": { "shelf.room": "A" } } >> D006 20 books.fields.shelf.type (did you mean object?)
two fields that were one: "price": { "type": "number", => … "was": "old", && "editors": { "type": "references", "to": "authors" } => "editors": { "type": "references", "to": "authors", "was": "old" } >> D041 21 books.fields.price.was
two resources that were one: "authors": { => "r0": { "was": "old", "fields": {} },⏎"r1": { "was": "old", "fields": {} }, … >> D041 31 r1.was
a part in a form: ["code", "name"] } => ["code", "shelf.room"] } >> D011 25 books.form.0.fields.1
a part in a title: "title": "{code}: {name}" => "title": "{shelf.room}" >> D011 11 books.title
a public part: "public": { "fields": ["code"] => "public": { "fields": ["shelf.room"] >> D011 28 books.public.fields.0
an order by a part of no object: "sort": "-year,code" => "sort": "year.month" >> D011 23 books.list.sort
a public computed field by a reference: "price": { "type": "number", => "made": { "type": "number", "computed": "length(author.name)" }, … && "public": { "fields": ["code"] => "public": { "fields": ["made", "author"] >> D047 28 books.public.fields.0
a public computed field by a hidden reference: "price": { "type": "number", => "made": { "type": "number", "computed": "length(author.name)" }, … && "public": { "fields": ["code"] => "public": { "fields": ["made"] && "authors": { "fields": { => "authors": { "public": { "fields": ["name"] }, "fields": { >> D047 28 books.public.fields.0
public records by a field that is not: "public": { "fields": ["code"] => "public": { "where": { "year_gte": 2000 }, "fields": ["code"] >> D047 28 books.public.where
public records by a field of others that is not: "public": { "fields": ["code"] => "public": { "where": { "author.name": "Ann" }, "fields": ["code", "author"] >> D047 28 books.public.where
public records by no field: "public": { "fields": ["code"] => "public": { "where": { "cod": "1" }, "fields": ["code"] >> D029 28 books.public.where.cod (did you mean code?)
a public computed field by a hidden count: "price": { "type": "number", => "made": { "type": "number", "computed": "count(authors.book)" }, … && "public": { "fields": ["code"] => "public": { "fields": ["made"] && "authors": { "fields": { => "authors": { "public": { "fields": ["name"] }, "fields": { "book": { "type": "reference", "to": "books" }, >> D047 28 books.public.fields.0
a condition to require what is required: "price": { "type": "number", => "code2": { "type": "text", "required": true, "when": { "required": { "year": 1 } } }, … && ["code", "name"] } => ["code", "name", "code2"] } >> D007 21 books.fields.code2.when.required
conditions of a read-only field: "maxLength": 50 => "readOnly": true, "when": {"required":{"year":1},"readOnly":{"year":1},"shown":{"year":1}} >> D007 15 books.fields.name.when.required | D007 15 books.fields.name.when.readOnly
a field shown by two that show each other: "maxLength": 50 => "when": {"shown":{"one":"x"}} && "price": { "type": "number", => "one": { "type": "text", "when": { "shown": { "two": "x" } } }, "two": { "type": "text", "when": { "shown": { "one": "x" } } }, … >> D030 21 books.fields.one.when.shown
a check that is no filter: "public": { => "checks": [{ "check": 5, "message": "x" }], … >> D004 28 books.checks.0.check
children of an unnamed resource: "public": { => "children": [{ "field": "author" }], … >> D005 28 books.children.0.resource
children by an unnamed field: "public": { => "children": [{ "resource": "books" }], … >> D005 28 books.children.0.field
children by a broken field: "authors": { "fields": { => "authors": { "children": [{ "resource": "books", "field": "price", "columns": ["price"], "sort": "price" }], "fields": { && "price": { "type": "number", => "price": { "type": "numbre", >> D006 21 books.fields.price.type (did you mean number?)
duplicates of users: "users": { => … "duplicates": [{ "field": "name" }], >> D007 31 users.duplicates
duplicates by no name: "public": { => "duplicates": [{ "field": 5 }], … >> D004 28 books.duplicates.0.field
duplicates by a computed text: "price": { "type": "number", => "made": { "type": "text", "computed": "name" }, … && "public": { => "duplicates": [{ "field": "made" }], … >> D052 28 books.duplicates.0.field
duplicates by a reference: "public": { => "duplicates": [{ "field": "author" }], … >> D052 28 books.duplicates.0.field
duplicates by a broken field: "price": { "type": "number", => "price": { "type": "numbre", && "public": { => "duplicates": [{ "field": "price" }], … >> D006 21 books.fields.price.type (did you mean number?)
a type like no other: "price": { "type": "number", => "price": { "type": "zzzzzzzzzzzzz", >> D006 21 books.fields.price.type (the types are …)
a page of no address: "sidebar" => "pages": [{ "name": "board", "path": 5, "label": "B" }], … >> D004 3 app.pages.0.path
a table with a name too long by one: "authors": { => "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": { "fields": { "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": { "type": "references", "to": "users" } } }, … >> D022 30 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.fields.nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
a group of no collection: "title": "Library", => … "groups": [{ "key": "a", "label": { "en": "A", "de": "A" } }], && "icon": "menu_book", => … "group": "b", >> D032 9 books.group (did you mean a?)
`;

const accepted = String.raw`
two ways to one resource: "authors": { => "r0": { "fields": { "a": { "type": "reference", "required": true, "to": "r1" }, "b": { "type": "reference", "required": true, "to": "r2" } } },⏎"r1": { "fields": { "a": { "type": "reference", "required": true, "to": "r3" } } },⏎"r2": { "fields": { "a": { "type": "reference", "required": true, "to": "r3" } } },⏎"r3": { "fields": { "a": { "type": "text" } } }, …
a ring of one that has a default: "authors": { => "r0": { "fields": { "next": { "type": "reference", "required": true, "to": "r1" } } },⏎"r1": { "fields": { "next": { "type": "reference", "to": "r0" } } }, …
a required field that creators may read and write: "price": { "type": "number", => "code2": { "type": "text", "required": true, "read": ["staff"], "write": ["staff"] }, … && ["code", "name"] } => ["code", "name", "code2"] }
a required field with a default: "price": { "type": "number", => "code2": { "type": "text", "required": true, "default": "x" }, …
a public computed field by what is public: "price": { "type": "number", => "made": { "type": "number", "computed": "length(author.name) + shelf.row + count(authors.book)" }, … && "room": { "type": "text" } => …, "row": { "type": "number" } && "public": { "fields": ["code"] => "public": { "fields": ["made", "author", "shelf"] && "authors": { "fields": { => "authors": { "public": { "fields": ["name", "book"] }, "fields": { "book": { "type": "reference", "to": "books" },
a right without a condition: ["list", "read", "create"] => { "list": true, "read": {}, "create": true }
a required field that is read-only at times: "price": { "type": "number", => "code2": { "type": "text", "required": true, "when": { "readOnly": { "year": 1 } } }, … && ["code", "name"] } => ["code", "name", "code2"] }
a field shown by the time of its record: "maxLength": 50 => "when": {"shown":{"createdAt_nnull":true}}
fields required by each other: "maxLength": 50 => "when": {"required":{"one_null":true}} && "price": { "type": "number", => "one": { "type": "text", "when": { "required": { "name_null": true } } }, …
a condition by what only an admin reads, for an admin: "maxLength": 50 => "read": ["admin"], "when": {"shown":{"price":1}} && "title": "{code}: {name}" => "title": "{code}"
duplicates by a stored computed text: "price": { "type": "number", => "made": { "type": "text", "computed": "name", "stored": true }, … && "public": { => "duplicates": [{ "field": "made" }], …
duplicates by similar searched text: "public": { => "duplicates": [{ "field": "code", "by": "similarity" }], …
names of fifty characters: "price": { "type": "number", => "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": { "type": "text" }, …
a table with the longest name: "authors": { => "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": { "fields": { "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn": { "type": "references", "to": "users" } } }, …
`;

function rowsOf(table: string): { what: string; text: string; problems: string[] }[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [, what = '', changes = '', problems = ''] = /^(.+?): (.+?)(?: >> (.+))?$/.exec(row)!;
      const text = changes.split(' && ').reduce((before, change) => {
        const [from = '', to = ''] = change.replaceAll('⏎', '\n').split(' => ');
        if (!before.includes(from)) throw new Error(`Not in the text: ${from}`);
        return before.replace(from, () => to.replace('…', () => from));
      }, right);
      return { what, text, problems: problems === '' ? [] : problems.split(' | ') };
    });
}

/** The code, line, path and hint of each problem. */
function problemsOf(text: string): string[] {
  const parsed = parseDescriptor(text);
  if (!('problems' in parsed)) return [];
  return parsed.problems.map(({ code, line, path, hint }) => {
    const advice = hint
      ? ` (${hint.replace(/(?<=the settings are type,|the types are).*/, ' …')})`
      : '';
    return `${code} ${line} ${path.replace(/^resources\./, '')}${advice}`;
  });
}

test.each(rowsOf(refused))('$what is reported once, at its place', ({ text, problems }) => {
  expect(problemsOf(text)).toEqual(problems);
});

test.each(rowsOf(accepted))('$what is accepted', ({ text }) => {
  expect(problemsOf(text)).toEqual([]);
});

test('a problem that the caller finds has a place in the text too', () => {
  const parsed = parseDescriptor(right, new Map(), () => [
    flaw('D049', ['app', 'title'], { value: 'Library' }),
  ]);

  expect(parsed).toMatchObject({
    problems: [{ code: 'D049', line: 3, column: right.split('\n')[2]!.indexOf('"Library"') + 1 }],
  });
});

test.each(['\\u0000', '\\ud800'])(
  'a text with %s, which cannot be stored, is a problem at its place',
  (escape) => {
    const text = right.replace('"Library"', `"Lib${escape}rary"`);

    expect(parseDescriptor(text)).toMatchObject({
      problems: [{ code: 'D001', line: 3, column: text.split('\n')[2]!.indexOf('"Lib') + 1 }],
    });
  },
);

test('a text can be nested a hundred levels deep', () => {
  const [may, mayNot] = [100, 101].map((depth) =>
    JSON.stringify(parseDescriptor('['.repeat(depth) + ']'.repeat(depth))),
  );

  expect([may, mayNot].map((parsed) => parsed!.includes('nested here'))).toEqual([false, true]);
});

test.each([
  ['2,000', listOf(2_000, (index) => `"k${index}": 1`, '{}'), []],
  ['2,001', listOf(2_001, (index) => `"k${index}": 1`, '{}'), ['more than 2000 entries']],
  ['50,001', listOf(50_001, () => '{}', '[]'), ['more than 50000 entries']],
])('a text with %s entries is checked, or refused before it holds up others', (_, text, excess) => {
  const { problems } = parseDescriptor(text) as { problems: { message: string }[] };

  const found = problems.flatMap(({ message }) => /more than \d+ entries/.exec(message) ?? []);
  expect(found).toEqual(excess);
});

function listOf(count: number, entry: (index: number) => string, [open, close]: string): string {
  return `${open}${Array.from({ length: count }, (_, index) => entry(index)).join()}${close}`;
}

test('a text that is no JSON has a problem for each of its lines', () => {
  // As long as a file that somebody pastes by mistake; found in one pass.
  const { problems } = parseDescriptor('date;name\n'.repeat(20_000)) as { problems: unknown[] };

  expect(problems.length).toBeGreaterThanOrEqual(20_000);
});

test('a resource can have as many fields as a table has columns', () => {
  const problems = [1500, 1501].map((count) => {
    const fields = Array.from({ length: count }, (_, index) => `"f${index}": { "type": "text" }`);
    return problemsOf(right.replace('"name": { "type": "text" } } }', `${fields.join()} } }`));
  });

  expect(problems).toEqual([[], ['D054 30 authors.fields']]);
});
