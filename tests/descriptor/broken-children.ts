/** Rows of the table in `broken-descriptors.ts`: child lists in the form of their parent. */
export const brokenChildren = String.raw`
children in the form by a path: "authors": { "fields": { => "authors": { "children": [{ "resource": "books", "field": "author.boss", "inline": true }], "fields": { "boss": { "type": "reference", "to": "authors" }, >> D089 30 resources.authors.children.0.field
children in the form by a list: "authors": { => "authors": { "children": [{ "resource": "books", "field": "editors", "inline": true }], >> D089 30 resources.authors.children.0.field
children in the form like a field: "authors": { "fields": { => "authors": { "children": [{ "resource": "books", "field": "author", "inline": true }], "fields": { "books": { "type": "text" }, >> D099 30 resources.authors.children.0.resource
children in the form twice: "authors": { => "authors": { "children": [{ "resource": "books", "field": "author", "inline": true }, { "resource": "books", "field": "author", "inline": true }], >> D012 30 resources.authors.children.1.resource
`;
