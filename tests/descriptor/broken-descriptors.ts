import { brokenActions } from './broken-actions.ts';
import { brokenChildren } from './broken-children.ts';

/** A small installation that is right; each case below breaks one thing in it. */
export const right = `{
  // Comments and trailing commas are allowed.
  "app": { "title": "Library", "languages": ["en", "de"], "sidebar": { "background": "black" } },
  "roles": { "admin": { "all": true }, "staff": {} },
  "resources": {
    "books": {
      "root": "/api/books",
      "path": "/books",
      "icon": "menu_book",
      "label": { "en": "Books", "de": "Bücher" },
      "title": "{code}: {name}",
      "importKey": "code",
      "fields": {
        "code": { "type": "text", "required": true, "unique": true, "search": true },
        "name": { "type": "text", "label": { "en": "Name", "de": "Name" }, "maxLength": 50 },
        "year": { "type": "number", "integer": true, "min": 1500, "max": 2100, "default": 2000 },
        "state": { "type": "choice", "choices": ["new", { "value": "old", "label": { "en": "Old", "de": "Alt" } }] },
        "author": { "type": "reference", "to": "authors" },
        "editors": { "type": "references", "to": "authors" },
        "shelf": { "type": "object", "fields": { "room": { "type": "text" } } },
        "price": { "type": "number", "read": ["admin"], "write": ["admin"] },
      },
      "list": { "columns": ["code", "shelf.room"], "filters": ["name", "createdAt"], "sort": "-year,code" },
      "form": [
        { "tab": { "en": "Book", "de": "Buch" }, "fields": ["code", "name"] },
      ],
      "permissions": { "staff": ["list", "read", "create"] },
      "public": { "fields": ["code"] },
    },
    "authors": { "fields": { "name": { "type": "text" } } },
    "users": {
      "fields": {
        "email": { "type": "email", "required": true, "unique": true },
        "name": { "type": "text" },
        "role": { "type": "choice", "choices": ["admin", "staff"] },
        "status": { "type": "choice", "choices": ["pending", "confirmed", "disabled", "invited"] },
      },
    },
  },
}`;

export type BrokenDescriptor = {
  what: string;
  from: string;
  to: string;
  code: string;
  line: number;
  path: string;
  hint?: string;
};

/** `what: text => its replacement >> code line path (hint)`; ⏎ is a new line, @… a long name. */
const table = String.raw`
# The text
a missing comma: "Library",  => "Library"  >> D001 3 
a missing value: "title": "Library" => "title":  >> D001 3 
a word without quotes: "all": true => "all": yes >> D001 4 
an open text: "Library" => "Library >> D001 3 
a missing end:   },⏎} =>   }, >> D001 39 
something after the end:   },⏎} =>   },⏎} } >> D001 40 
a setting twice: "path": "/books" => "root": "/api/books" >> D002 8 book root
a field twice: "editors": => "author": >> D002 19 field author
a resource twice: "authors": { => "books": { >> D002 30 resources.books

# Settings
an unknown setting of the file: "app": { => "ap": {}, "app": { >> D003 3 ap (did you mean app?)
an unknown setting of the app: "title": "L => "titel": "L >> D003 3 app.titel (did you mean title?)
an unknown setting below it: "background" => "backround" >> D003 3 app.sidebar.backround (did you mean background?)
an unknown setting of a role: "staff": {} => "staff": { "al": true } >> D003 4 roles.staff.al (did you mean all?)
an unknown setting of a resource: "icon" => "ikon" >> D003 9 book ikon (did you mean icon?)
an unknown setting of a list: "columns" => "colums" >> D003 23 book list.colums (did you mean columns?)
an unknown setting of a tab: "tab": { => "title": "x", "tab": { >> D003 25 book form.0.title
an unknown setting of a field: "maxLength" => "maxlength" >> D003 15 field name.maxlength (did you mean maxLength?)
a setting of another type: "integer": true => "multiline": true >> D003 16 field year.multiline
an unknown setting of a part: "room": { => "room": { "unique": true, >> D003 20 field shelf.fields.room.unique
an unknown setting of a choice: "value": "old", => "value": "old", "colour": "info", >> D003 17 field state.choices.1.colour (did you mean color?)
a wrong value: "integer": true => "integer": "yes" >> D004 16 field year.integer
an unknown colour: "black" => "blak" >> D004 3 app.sidebar.background (did you mean black?)
an icon not written as a name: "menu_book" => "Menu Book" >> D004 9 book icon
an operation that is none: "create"] => "craete"] >> D004 27 book permissions.staff.2 (did you mean create?)
a root outside the API: "/api/books" => "/books" >> D004 7 book root
an unclosed brace in a title: {code}: {name} => {code}: {name >> D004 11 book title
a field that is no object: "name": { "type": "text" } } } => "name": "text" } } >> D004 30 resources.authors.fields.name
a number in quotes: "maxLength": 50 => "maxLength": "50" >> D004 15 field name.maxLength
a label that is a number: "label": { "en": "Books", "de": "Bücher" } => "label": 5 >> D004 10 book label
a label with a number in it: "de": "Bücher" => "de": 5 >> D004 10 book label.de
no fields: { "fields": { "name": { "type": "text" } } } => {} >> D005 30 resources.authors.fields
no type: "author": { "type": "reference", => "author": { >> D005 18 field author.type
no choices: "role": { "type": "choice", "choices": ["admin", "staff"] } => "role": { "type": "choice" } >> D005 35 resources.users.fields.role.choices
no target: "reference", "to": "authors" => "reference" >> D005 18 field author.to
a type that is none: "type": "reference", => "type": "referenc", >> D006 18 field author.type (did you mean reference?)
an object without parts: "fields": { "room": { "type": "text" } } => "fields": {} >> D007 20 field shelf.fields
a type of a part that is none: "room": { "type": "text" => "room": { "type": "txet" >> D006 20 field shelf.fields.room.type (did you mean text?)
limits that exclude each other: "min": 1500 => "min": 2200 >> D007 16 field year.min
an alias of two fields: "maxLength": 50 => "aliases": ["Year "] >> D007 15 field name.aliases.0
a choice twice: "value": "old" => "value": "new" >> D007 17 field state.choices.1
a pattern that is none: "maxLength": 50 => "pattern": "(" >> D007 15 field name.pattern

# Names
a field with an underscore: "price": => "price_in": >> D008 21 field price_in
a field with a capital: "price": => "Price": >> D008 21 field Price
a field with a blank: "price": => "the price": >> D008 21 field the price
a long field: "price": => "@51": >> D008 21 field @51
a part with an underscore: "room": => "the_room": >> D008 20 field shelf.fields.the_room
a field of JavaScript: "price": => "constructor": >> D008 21 field constructor
a resource with a blank: "authors": { => "the authors": { "fields": {} }, "authors": { >> D008 30 resources.the authors
a system field: "price": => "_id": >> D009 21 field _id
a stamp: "price": => "createdAt": >> D009 21 field createdAt
a parameter as a field: "price": => "where": >> D009 21 field where
a root of the system: "/api/books" => "/api/auth" >> D009 7 book root
a path of the system: "path": "/books" => "path": "/login" >> D009 8 book path
a root of another: "/api/books" => "/api/authors" >> D014 30 resources.authors
a path of another: "path": "/books" => "path": "/users" >> D014 31 resources.users
a twin in capitals: "price": => "eDitors": >> D015 21 field eDitors
a field that was one that is there: "price": { => "price": { "was": "year", >> D041 21 field price.was
a resource that was one that is there: "authors": { "fields": { "name" => "authors": { "was": "books", "fields": { "name" >> D041 30 resources.authors.was
a choice that was one that is there: "value": "old", => "value": "old", "was": "new", >> D007 17 field state.choices.1

# What names something else
an unknown target: "reference", "to": "authors" => "reference", "to": "autors" >> D010 18 field author.to (did you mean authors?)
an unknown column: ["code", "shelf.room"] => ["cod", "shelf.room"] >> D011 23 book list.columns.0 (did you mean code?)
an unknown part: "shelf.room" => "shelf.rom" >> D011 23 book list.columns.1 (did you mean room?)
an unknown filter: "filters": ["name" => "filters": ["naem" >> D011 23 book list.filters.0 (did you mean name?)
an unknown order: "-year,code" => "-yeer,code" >> D011 23 book list.sort (did you mean year?)
an unknown field in the form: ["code", "name"] => ["code", "naem"] >> D011 25 book form.0.fields.1 (did you mean name?)
a system field in the form: ["code", "name"] => ["code", "createdAt"] >> D011 25 book form.0.fields.1
an unknown field in the title: {name} => {naem} >> D011 11 book title (did you mean name?)
an unknown key: "importKey": "code" => "importKey": "cod" >> D011 12 book importKey (did you mean code?)
an unknown public field: "public": { "fields": ["code"] => "public": { "fields": ["cod"] >> D011 28 book public.fields.0 (did you mean code?)
a column twice: ["code", "shelf.room"] => ["code", "code"] >> D012 23 book list.columns.1
a field on two tabs: ["code", "name"] => ["code", "name", "code"] >> D012 25 book form.0.fields.2
an operation twice: "read", "create"] => "read", "read"] >> D012 27 book permissions.staff.2
a key that is not unique: "importKey": "code" => "importKey": "name" >> D013 12 book importKey
a key of a field that is not required: "importKey": "code" => "importKey": ["code", "name"] >> D110 12 book importKey.1
a key of several records: "importKey": "code" => "importKey": ["code", "editors"] >> D110 12 book importKey.1
a key of a field twice: "importKey": "code" => "importKey": ["code", "code"] >> D012 12 book importKey.1
an unknown part of a key: "importKey": "code" => "importKey": ["code", "yer"] >> D011 12 book importKey.1 (did you mean year?)
a default out of bounds: "default": 2000 => "default": 1000 >> D016 16 field year.default
permissions of an unknown role: "permissions": { "staff" => "permissions": { "stuff" >> D017 27 book permissions.stuff (did you mean staff?)
an unknown reader: "read": ["admin"] => "read": ["amdin"] >> D017 21 field price.read.0 (did you mean admin?)
an unknown writer: "write": ["admin"] => "write": ["boss"] >> D017 21 field price.write.0

an inherited type: "type": "reference", => "type": "constructor", >> D006 18 field author.type
a prototype as a type: "type": "reference", => "type": "__proto__", >> D006 18 field author.type
a language of no screen: "languages": ["en", "de"] => "languages": ["en", "de", "fr"] >> D004 3 app.languages.2

# Texts
a label without German: { "en": "Books", "de": "Bücher" } => { "en": "Books" } >> D018 10 book label
a choice without English: { "en": "Old", "de": "Alt" } => { "de": "Alt" } >> D018 17 field state.choices.1.label
a part without German: "room": { "type": "text" } => "room": { "type": "text", "label": { "en": "Room" } } >> D018 20 field shelf.fields.room.label
a tab without German: { "en": "Book", "de": "Buch" } => { "en": "Book" } >> D018 25 book form.0.tab
a text in a language of no screen: "de": "Bücher" } => "de": "Bücher", "fr": "Livres" } >> D019 10 book label.fr

# What does not suit
a list in a title: {name} => {editors} >> D020 11 book title
a title that leads back to itself: "authors": { "fields": { "name" => "authors": { "title": "{mentor}", "fields": { "mentor": { "type": "reference", "to": "authors" }, "name" >> D056 30 resources.authors.title
a hidden field in a title: {name} => {price} >> D021 11 book title
a hidden field in public: "public": { "fields": ["code"] => "public": { "fields": ["price"] >> D021 28 book public.fields.0
an order by a list: "-year,code" => "editors" >> D023 23 book list.sort
a unique list: "references", "to" => "references", "unique": true, "to" >> D024 19 field editors.unique
a search in numbers: "integer": true => "search": true >> D024 16 field year.search
a required field nobody writes: "maxLength": 50 => "required": true, "readOnly": true >> D025 15 field name.required
a required field on no tab: "author": { => "author": { "required": true, >> D025 18 field author.required
a required field hidden from who creates: "maxLength": 50 => "required": true, "write": ["admin"] >> D025 15 field name.required
a required reference to its own kind: "author": { "type": "reference", "to": "authors" => "author": { "type": "reference", "required": true, "to": "books" >> D025 18 field author.required
a filter by no field: ["list", "read", "create"] => { "list": true, "read": { "stat": "new" } } >> D029 27 book permissions.staff.read.stat (did you mean state?)
a filter with a value it cannot have: ["list", "read", "create"] => { "list": { "or": [{ "year_gte": "x" }] } } >> D029 27 book permissions.staff.list.or.0.year_gte
a filter by what its role may not read: ["list", "read", "create"] => { "list": true, "read": { "price_gt": 1 } } >> D031 27 book permissions.staff.read
a right there is not: ["list", "read", "create"] => { "list": true, "raed": true } >> D003 27 book permissions.staff.raed (did you mean read?)
an import of some records: ["list", "read", "create"] => { "import": { "state": "new" } } >> D004 27 book permissions.staff.import
a group there is not: "icon": "menu_book", => "icon": "menu_book", "group": "science", >> D032 9 book group
a group twice: "title": "Library", => "title": "Library", "groups": [{ "key": "a", "label": "A" }, { "key": "a", "label": "B" }], >> D012 3 app.groups.1.key
a built-in page in two groups: "title": "Library", => "title": "Library", "groups": [{ "key": "a", "label": "A", "builtIn": ["tools"] }, { "key": "b", "label": "B", "builtIn": ["tools"] }], >> D012 3 app.groups.1.builtIn.0
a group without German: "title": "Library", => "title": "Library", "groups": [{ "key": "a", "label": { "en": "A" } }], >> D018 3 app.groups.0.label
a first filter by no field: "sort": "-year,code" } => "sort": "-year,code", "filter": { "yeer": 2000 } } >> D029 23 book list.filter.yeer (did you mean year?)
a page of no records: "sort": "-year,code" } => "sort": "-year,code", "perPage": 0 } >> D004 23 book list.perPage
a first filter through a reference by no field: "sort": "-year,code" } => "sort": "-year,code", "filter": { "author.nam": "x" } } >> D029 23 book list.filter.author.nam (did you mean name?)
a view of a setting there is not: "public": { => "views": [{ "name": "a", "colums": [] }], "public": { >> D003 28 book views.0.colums (did you mean columns?)
a view by no field: "public": { => "views": [{ "name": "a", "filter": { "yeer": 1 } }], "public": { >> D029 28 book views.0.filter.yeer (did you mean year?)
a view by what does not refer to it: "public": { => "views": [{ "name": "a", "filter": { "count(users.name)": 1 } }], "public": { >> D029 28 book views.0.filter.count(users.name)
a view with a column there is not: "public": { => "views": [{ "name": "a", "columns": ["cod"] }], "public": { >> D011 28 book views.0.columns.0 (did you mean code?)
a view with a column twice: "public": { => "views": [{ "name": "a", "columns": ["code", "code"] }], "public": { >> D012 28 book views.0.columns.1
a view in an order by a list: "public": { => "views": [{ "name": "a", "sort": "-editors" }], "public": { >> D023 28 book views.0.sort
a view for no role: "public": { => "views": [{ "name": "a", "roles": ["staf"] }], "public": { >> D017 28 book views.0.roles.0 (did you mean staff?)
two views of a name: "public": { => "views": [{ "name": "a" }, { "name": "a" }], "public": { >> D012 28 book views.1.name
two views to open with: "public": { => "views": [{ "name": "a", "default": true }, { "name": "b", "default": true, "roles": ["staff"] }], "public": { >> D007 28 book views.1.default
a rule that asks of hidden others: "maxLength": 50 => "maxLength": 50, "when": { "shown": { "author.name": "x" } } >> D031 15 book fields.name.when.shown
a step that counts what does not refer to it: "choices": ["new", => "states": { "initial": ["new"], "transitions": [{ "name": "end", "from": ["new"], "to": "old", "when": { "count(authors.mentor)_gt": 0 } }] }, "choices": ["new", >> D029 17 book fields.state.states.transitions.0.when.count(authors.mentor)_gt
a right that asks of others: ["list", "read", "create"] => { "list": { "count(books.author)": 0 } } >> D029 27 book permissions.staff.list.count(books.author)
children of no resource: "public": { => "children": [{ "resource": "autors", "field": "x" }], "public": { >> D010 28 book children.0.resource (did you mean authors?)
children by no field: "public": { => "children": [{ "resource": "books", "field": "autor" }], "public": { >> D011 28 book children.0.field (did you mean author?)
children that refer elsewhere: "public": { => "children": [{ "resource": "books", "field": "author" }], "public": { >> D033 28 book children.0.field
children two steps away that refer elsewhere: "authors": { => "authors": { "children": [{ "resource": "books", "field": "author.name" }], >> D033 30 resources.authors.children.0.field
a child column there is not: "authors": { => "authors": { "children": [{ "resource": "books", "field": "author", "columns": ["cod"] }], >> D011 30 resources.authors.children.0.columns.0 (did you mean code?)
a child order by a list: "authors": { => "authors": { "children": [{ "resource": "books", "field": "author", "sort": "-editors" }], >> D023 30 resources.authors.children.0.sort
a column behind several references: "authors": { => "authors": { "children": [{ "resource": "books", "field": "author", "columns": ["editors.name"] }], >> D059 30 resources.authors.children.0.columns.0
# Rules over values
a filter by no field: "maxLength": 50 => "maxLength": 50, "when": { "shown": { "yeer": 1 } } >> D029 15 book fields.name.when.shown.yeer (did you mean year?)
a filter by no operator: "maxLength": 50 => "maxLength": 50, "when": { "shown": { "year_is": 1 } } >> D029 15 book fields.name.when.shown.year_is
a filter by a wrong value: "maxLength": 50 => "maxLength": 50,⏎"when": { "required": { "or": [{ "year": 1 },⏎{ "year_gt": "x" }] } } >> D029 17 book fields.name.when.required.or.1.year_gt
a filter by another kind of field: "maxLength": 50 => "maxLength": 50, "when": { "shown": { "year": { "$field": "code" } } } >> D029 15 book fields.name.when.shown.year.$field
a filter by a wrong token: "maxLength": 50 => "maxLength": 50, "when": { "shown": { "year": "$today" } } >> D029 15 book fields.name.when.shown.year
a condition that is a number: "maxLength": 50 => "maxLength": 50, "when": { "shown": "year" } >> D029 15 book fields.name.when.shown
a condition that is no filter: "maxLength": 50 => "maxLength": 50, "when": { "shown": 5 } >> D004 15 book fields.name.when.shown
an unknown condition: "maxLength": 50 => "maxLength": 50, "when": { "show": {} } >> D003 15 book fields.name.when.show (did you mean shown?)
a condition on itself: "maxLength": 50 => "maxLength": 50, "when": { "readOnly": { "name": "x" } } >> D030 15 book fields.name.when.readOnly
fields shown by each other: "maxLength": 50 }, => "maxLength": 50, "when": { "shown": { "note": "x" } } }, "note": { "type": "text", "when": { "shown": { "name": "x" } } }, >> D030 15 book fields.name.when.shown
a required field that may be hidden: "search": true }, => "search": true, "when": { "shown": { "year": 1 } } }, >> D007 14 book fields.code.when.shown
a condition by a hidden field: "maxLength": 50 => "maxLength": 50, "when": { "shown": { "price": 1 } } >> D021 15 book fields.name.when.shown
a check by a hidden field: "public": { => "checks": [{ "check": { "price_gt": 1 }, "message": "x" }], "public": { >> D021 28 book checks.0.check
a check by no field: "public": { => "checks": [{ "check": { "prise_gt": 1 }, "message": "x" }], "public": { >> D029 28 book checks.0.check.prise_gt (did you mean price?)
a check without a text: "public": { => "checks": [{ "check": { "year_gt": 1 } }], "public": { >> D005 28 book checks.0.message
a check in one language: "public": { => "checks": [{ "check": { "year_gt": 1 }, "message": { "en": "x" } }], "public": { >> D018 28 book checks.0.message
a check said nowhere: "public": { => "checks": [{ "check": { "year_gt": 1 }, "message": "x", "fields": ["yaer"] }], "public": { >> D011 28 book checks.0.fields.0 (did you mean year?)
a check at no write: "public": { => "checks": [{ "check": "year > 1", "message": "x", "on": ["remove"] }], "public": { >> D004 28 book checks.0.on.0
unique alone in a list: "public": { => "unique": [["year"]], "public": { >> D004 28 book unique.0
unique by no field: "public": { => "unique": [["year", "nane"]], "public": { >> D011 28 book unique.0.1 (did you mean name?)
unique by many values: "public": { => "unique": [["year", "editors"]], "public": { >> D024 28 book unique.0.1
unique twice by a field: "public": { => "unique": [["year", "year"]], "public": { >> D012 28 book unique.0.1
unique twice: "public": { => "unique": [["year", "name"], ["name", "year"]], "public": { >> D012 28 book unique.1
an index alone in a list: "public": { => "indexes": [["year"]], "public": { >> D004 28 book indexes.0
an index of too many: "public": { => "indexes": [["year", "name", "code", "state", "author"]], "public": { >> D004 28 book indexes.0
an index by no field: "public": { => "indexes": [["updatedAt", "nane"]], "public": { >> D011 28 book indexes.0.1 (did you mean name?)
an index by many values: "public": { => "indexes": [["year", "editors"]], "public": { >> D024 28 book indexes.0.1
an index by an object: "public": { => "indexes": [["shelf", "year"]], "public": { >> D024 28 book indexes.0.0
an index twice by a field: "public": { => "indexes": [["year", "year"]], "public": { >> D012 28 book indexes.0.1
an index twice: "public": { => "indexes": [["year", "name"], ["name", "year"], ["year", "name"]], "public": { >> D012 28 book indexes.2
duplicates by no field: "public": { => "duplicates": [{ "field": "nane" }], "public": { >> D011 28 book duplicates.0.field (did you mean name?)
duplicates by a number: "public": { => "duplicates": [{ "field": "year" }], "public": { >> D052 28 book duplicates.0.field
duplicates by what is not searched: "public": { => "duplicates": [{ "field": "name", "by": "similarity" }], "public": { >> D052 28 book duplicates.0.field
duplicates twice: "public": { => "duplicates": [{ "field": "name" }, { "field": "name", "by": "value" }], "public": { >> D012 28 book duplicates.1
duplicates by sound: "public": { => "duplicates": [{ "field": "name", "by": "sound" }], "public": { >> D004 28 book duplicates.0.by
a default of another kind: "default": 2000 => "default": "$today" >> D016 16 book fields.year.default
a default of nobody: "to": "authors" } => "to": "authors", "default": "$user" } >> D016 18 book fields.author.default
no role that may everything: { "all": true } => {} >> D028 4 roles
no users: "users": { => "people": { >> D026 5 resources
users without a status: "status": => "state": >> D026 32 resources.users.fields
a role users cannot have: ["admin", "staff"] => ["admin", "stuff"] >> D027 35 resources.users.fields.role
an address that need not be unique: "email", "required": true, "unique": true => "email", "required": true >> D013 33 resources.users.fields.email
a table with a long name: "authors": { => "@40": { "fields": { "@40": { "type": "references", "to": "users" } } }, "authors": { >> D022 30 resources.@40.fields.@40
`;

export function readBroken(text = table + brokenActions + brokenChildren): BrokenDescriptor[] {
  const rows = text.split('\n').filter((row) => row !== '' && !row.startsWith('#'));
  return rows.map((row) => {
    const parts = /^(.+?): (.+) => (.*) >> (D\d{3}) (\d+) ?(.*?)(?: \((.+)\))?$/.exec(row);
    if (!parts) throw new Error(`Not a row of the table: ${row}`);
    const [, what = '', from = '', to = '', code = '', line, path = '', hint] = parts.map(expand);
    return { what, from, to, code, line: Number(line), path, ...(hint ? { hint } : {}) };
  });
}

function expand(text: string | undefined): string {
  return (text ?? '')
    .replaceAll('⏎', '\n')
    .replace(/@(\d+)/g, (_, length: string) => 'n'.repeat(Number(length)))
    .replace(/^(field|book) /, (_, at) => `resources.books.${at === 'field' ? 'fields.' : ''}`);
}
