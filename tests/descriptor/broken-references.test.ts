import { expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { readBroken, right } from './broken-descriptors.ts';

/** As in `broken-descriptors.ts`. */
const table = String.raw`
a target filter by no field: "author": { "type": "reference", => "author": { "type": "reference", "filter": { "nane": "x" }, >> D029 18 book fields.author.filter.nane (did you mean name?)
a target filter by no operator: "author": { "type": "reference", => "author": { "type": "reference", "filter": { "name_is": "x" }, >> D029 18 book fields.author.filter.name_is
a target filter by a field of neither: "author": { "type": "reference", => "author": { "type": "reference",⏎"filter": { "name": { "$field": "nane" } }, >> D011 19 book fields.author.filter.name.$field (did you mean name?)
a target filter by another kind of field: "author": { "type": "reference", => "author": { "type": "reference", "filter": { "name": { "$field": "year" } }, >> D029 18 book fields.author.filter.name.$field
a target filter by itself: "author": { "type": "reference", => "author": { "type": "reference", "filter": { "_id": { "$field": "author" } }, >> D030 18 book fields.author.filter
a target filter that is none: "author": { "type": "reference", => "author": { "type": "reference", "filter": 7, >> D004 18 book fields.author.filter
a target filter by what a role cannot read: "author": { "type": "reference", => "author": { "type": "reference", "filter": { "name": "x" }, >> D031 18 book fields.author.filter
a target filter by a field of neither behind a reference: "editors": { "type": "references", => "editors": { "type": "references", "filter": { "name": { "$field": "author.nane" } }, >> D011 19 book fields.editors.filter.name.$field
a target filter by what a role cannot read behind a reference: "editors": { "type": "references", => "editors": { "type": "references", "filter": { "name": { "$field": "author.name" } }, >> D031 19 book fields.editors.filter
a target filter by a computed field of the record: "author": { "type": "reference", => "double": { "type": "text", "computed": "concat(name, name)" }, "author": { "type": "reference", "filter": { "name": { "$field": "double" } }, >> D046 18 book fields.author.filter (use what it is computed from: $name)
a tree of another resource: "author": { "type": "reference", => "author": { "type": "reference", "tree": true, >> D077 18 book fields.author.tree
two trees: "name": { "type": "text" } } }, => "name": { "type": "text" }, "a": { "type": "reference", "to": "authors", "tree": true }, "b": { "type": "reference", "to": "authors", "tree": true } } }, >> D078 30 resources.authors.fields.b.tree
a tree of one level: "author": { "type": "reference", => "author": { "type": "reference", "tree": { "maxDepth": 1 }, >> D004 18 book fields.author.tree.maxDepth
a condition by a branch: "name": { "type": "text" } } }, => "name": { "type": "text", "when": { "shown": { "a_under": ["x"] } } }, "a": { "type": "reference", "to": "authors", "tree": true } } }, >> D029 30 resources.authors.fields.name.when.shown
a permission by a branch: "name": { "type": "text" } } }, => "name": { "type": "text" }, "a": { "type": "reference", "to": "authors", "tree": true } }, "permissions": { "staff": { "list": { "a_under": ["x"] } } } }, >> D029 30 resources.authors.permissions.staff.list
a target filter in the form of an action: "public": { => "actions": [{ "name": "lend", "form": { "fields": { "to": { "type": "reference", "to": "authors", "filter": { "name": "x" } } } } }], "public": { >> D076 28 book actions.0.form.fields.to.filter
`;

test.each(readBroken(table))('$what is refused', ({ what: _, from, to, ...expected }) => {
  const parsed = parseDescriptor(right.replace(from, () => to));

  expect(parsed).toMatchObject({ problems: [expected] });
});
