import { toSentence } from '../../../fields/problems/plan-text.ts';
import { quoteName } from '../../connection/sql.ts';
import {
  columnStep,
  type Step,
  type ExistingTable,
  type ForeignKey,
  type Table,
  type TableIndex,
} from './table.ts';
import { addForeignKey, createIndex, dropIndex } from './table-sql.ts';

/** The steps from the indexes we once made to those that are wanted now. Indexes of others stay. */
export function compareIndexes({ name: table, indexes }: Table, existing: ExistingTable): Step[] {
  const there = new Map(existing.indexes.map((index) => [index.name, index.definition]));
  const definitions = new Map(indexes.map((index) => [index.name, index.definition]));
  return [
    ...existing.indexes
      .filter(({ name, definition }) => definitions.get(name) !== definition)
      .map((index) => removeIndex(table, index)),
    ...indexes
      .filter(({ name, definition }) => there.get(name) !== definition)
      .map((index) => (index.unique ? makeUnique(table, index) : addIndex(table, index))),
  ];
}

/** The foreign keys of references. One that is no longer declared is removed. */
export function compareForeignKeys({ name: table, foreignKeys }: Table, existing: ExistingTable) {
  const isSame = (one: ForeignKey) => (other: ForeignKey) =>
    one.name === other.name && one.to === other.to && one.cascade === other.cascade;
  return [
    ...existing.foreignKeys
      .filter((key) => isOurs(key) && !foreignKeys.some(isSame(key)))
      .map((key) => removeForeignKey(table, key)),
    ...foreignKeys
      .filter((key) => !existing.foreignKeys.some(isSame(key)))
      .map((key) => bindReference(table, key)),
  ];
}

/** For a table that is no longer declared: its rows stay, but must not prevent the deletion of records they refer to. */
export function releaseForeignKeys({ name: table, foreignKeys }: ExistingTable): Step[] {
  return foreignKeys.filter(isOurs).map((key) => removeForeignKey(table, key));
}

/** Recognises our keys by their names, which only `objectName` makes. An administrator's own constraints stay. */
function isOurs({ name }: ForeignKey): boolean {
  return /\.reference$|~[0-9a-f]{10}$/.test(name);
}

/** Begins the sentence of a step that adds an index, before its name. */
export const ADDS_INDEX = toSentence('addsIndex', { name: '' }).sentence;

function addIndex(table: string, index: TableIndex): Step {
  const summary = toSentence('addsIndex', { name: index.name });
  const id = `index:${index.name}`;
  return { id, kind: 'additive', table, summary, sql: createIndex(table, index), index };
}

function removeIndex(table: string, index: TableIndex): Step {
  const summary = toSentence('removesIndex', { name: index.name });
  const id = `unindex:${index.name}`;
  return { id, kind: 'additive', table, summary, sql: [dropIndex(index)] };
}

function makeUnique(table: string, index: TableIndex): Step {
  // The definition has the names quoted, as SQL needs them.
  const columns = index.definition.match(/"[^"]+"/g) ?? [];
  const names = columns.map((column) => column.slice(1, -1)).join('+');
  const list = columns.join(', ');
  const filled = columns.map((column) => `${column} is not null`).join(' and ');
  return columnStep('unique', table, names, {
    summary: toSentence('makesUnique', { path: `${table}.${names}` }),
    sql: createIndex(table, index),
    obstacle: {
      count:
        `select coalesce(sum(n), 0) as count from (select count(*) as n from ${quoteName(table)} ` +
        `where ${filled} group by ${list} having count(*) > 1) as repeated`,
      where: `(${list}) in (select ${list} from ${quoteName(table)} group by ${list} having count(*) > 1)`,
      summary: toSentence('repeated', { table }),
    },
  });
}

function bindReference(table: string, key: ForeignKey): Step {
  const { column, to } = key;
  return columnStep('bind', table, column, {
    summary: toSentence('addsForeignKey', { path: `${table}.${column}`, to }),
    sql: [addForeignKey(table, key)],
    obstacle: {
      count:
        `select count(*) from ${quoteName(table)} t where t.${quoteName(column)} is not null ` +
        `and not exists (select from ${quoteName(to)} g where g._id = t.${quoteName(column)})`,
      where: `${quoteName(column)} is not null and not exists (select from ${quoteName(to)} g where g._id = ${quoteName(table)}.${quoteName(column)})`,
      summary: toSentence('dangling', { table, to }),
    },
  });
}

function removeForeignKey(table: string, { name, column }: ForeignKey): Step {
  return {
    id: `unbind:${name}`,
    kind: 'additive',
    table,
    column,
    summary: toSentence('removesForeignKey', { path: `${table}.${column}` }),
    sql: [`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`],
  };
}
