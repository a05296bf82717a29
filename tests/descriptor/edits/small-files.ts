import { expect } from 'vitest';
import type { Edited } from '../../../src/descriptor/edits/open-files.ts';
import type { Path } from '../../../src/descriptor/read/source-text.ts';
import { checkFiles } from './read-world.ts';

export const text = `{
  // Who we are
  "app": { "languages": ["en", "de"] },
  "include": ["more.json"],
  "resources": {
    "books": {
      "label": "Books",
      "title": "{name}", // shown everywhere
      "fields": {
        // The title
        "name": { "type": "text", "required": true }, // of the cover

        "$use": "dates",
        "state": {
          "type": "choice",
          "choices": ["open", "lent"],
        },
      },
      "permissions": { "staff": ["list", "read"] },
    },
  },
}
`;
export const more = `{
  "roles": { "admin": { "all": true }, "staff": {} },
  "fieldSets": { "dates": { "boughtOn": { "type": "date" } } },
  "permissionSets": { "all": { "staff": { "list": true } } },
  "resources": { "shelves": { "fields": { "code": { "type": "text" } }, "permissions": "all" } }
}
`;
export const files = [
  { path: 'resources.json', text },
  { path: 'more.json', text: more },
];

/** The text of one of the files after an edit, which `check` accepts. */
export function textOf(edited: Edited, at = 0): string {
  if ('refused' in edited) throw new Error(JSON.stringify(edited.refused));
  expect(checkFiles(edited.files)).toEqual([]);
  return edited.files[at]?.text ?? '';
}

export const fields: Path = ['resources', 'books', 'fields'];

export const library = `{
  "resources": {
    "books": {
      "title": "{name} · {state}",
      "importKey": "name",
      "fields": {
        "name": { "type": "text", "required": true, "unique": true },
        "state": {
          "type": "choice", "choices": ["open", "lent"], "default": "open",
          "states": { "transitions": [{ "name": "lend", "from": ["open"], "to": "lent", "when": "name  !=  'x'", "required": ["name"] }] }
        },
        "shelf": { "type": "reference", "to": "shelves", "filter": "town = $state" },
        "short": { "type": "text", "computed": "concat( name, ' ',shelf.code )" }
      },
      "list": { "columns": ["name", "shelf.code"], "sort": "-name,state", "filter": { "state_in": ["open"], "name_nnull": true } },
      "views": [{ "name": "open", "filter": "state = 'open' or name = 'open'", "shownAs": "board:state" }],
      "checks": [{ "check": "$before.name = null or name = $before.name", "message": "fixed" }],
      "indexes": [["name", "state"]]
    },
    "shelves": {
      "title": "{code}",
      "fields": {
        "code": { "type": "text" }, "town": { "type": "text" },
        "lent": { "type": "number", "computed": "count(books.shelf where state = 'lent')" },
        "names": { "type": "text", "computed": "list(name of books.shelf where state = 'lent')" }
      },
      "list": { "filter": { "count(books.shelf where state = 'lent')_gte": 1, "some(books.shelf).name": "x" } },
      "children": [{ "resource": "books", "field": "shelf", "columns": ["name"], "sort": "-name" }]
    }
  },
  "app": { "dashboard": [{ "name": "books", "kind": "list", "resource": "books", "filter": { "state": "lent" }, "columns": ["name"] }] }
}
`;
export const books = [{ path: 'resources.json', text: library }];
export const booksFields: Path = ['resources', 'books', 'fields'];
