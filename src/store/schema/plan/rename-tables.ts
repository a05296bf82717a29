import { quoteName, quoteText } from '../../connection/sql.ts';
import { objectName, markAs, markColumn } from '../tables/table-sql.ts';
import type { Step, ExistingTable, ExistingTables, Table, TableColumn } from '../tables/table.ts';
import { withOldNames, type Renames } from './find-renames.ts';

/** A statement, and the one that undoes it. */
type Change = { sql: string; undo: string };

function change(from: string, to: string, rename: (one: string, other: string) => string): Change {
  return { sql: rename(from, to), undo: rename(to, from) };
}

/** The tables after all renames, and the steps that lead there. */
export function renameTables(wanted: readonly Table[], existing: ExistingTables, renames: Renames) {
  const newNames = new Map([...renames.tables].map(([to, from]) => [from, to]));
  const renamed = new Map<string, ExistingTable>(
    [...existing.values()].map((table) => {
      const name = newNames.get(table.name) ?? table.name;
      const foreignKeys = table.foreignKeys.map((key) => ({
        ...key,
        to: newNames.get(key.to) ?? key.to,
      }));
      return [name, { ...table, name, foreignKeys }] as const;
    }),
  );
  const steps = wanted.flatMap((table) => {
    const there = renamed.get(table.name);
    if (!there) return [];
    const before = renames.tables.get(table.name);
    const columns = renames.columns.get(table.name) ?? new Map<string, string>();
    if (before === undefined && columns.size === 0) return [];
    const { model, changes } = renameInside(table, there, before ?? table.name, columns);
    renamed.set(table.name, model);
    return toSteps(table.name, before, columns, changes);
  });
  return { existing: renamed, steps };
}

/** Indexes and constraints keep their content and get the names that later comparisons expect. */
function renameInside(
  table: Table,
  there: ExistingTable,
  before: string,
  columns: ReadonlyMap<string, string>,
): { model: ExistingTable; changes: Change[] } {
  const changes: Change[] = [];
  const oldOf = (column: string): string => columns.get(column) ?? column;
  const newOf = new Map([...columns].map(([to, from]) => [from, to]));
  const indexes = there.indexes.map((index) => {
    const match = table.indexes.find(
      (one) =>
        oldIndexName(one.name, table.name, before, columns) === index.name &&
        withOldNames(one.definition, columns) === index.definition,
    );
    if (!match) return index;
    if (match.name !== index.name || match.definition !== index.definition)
      changes.push(renameIndex(index, match));
    return match;
  });
  const foreignKeys = there.foreignKeys.map((key) => {
    const column = newOf.get(key.column) ?? key.column;
    const match = table.foreignKeys.find((one) => one.column === column);
    const isOurs = match && objectName(before, oldOf(match.column), 'reference') === key.name;
    if (!isOurs) return { ...key, column };
    if (match.name !== key.name)
      changes.push(renameIn(table.name, 'constraint', key.name, match.name));
    return { ...key, column, name: match.name };
  });
  const model = {
    ...there,
    columns: there.columns.map((column) => renameColumnIn(table.name, column, newOf, changes)),
    indexes,
    foreignKeys,
  };
  return { model, changes };
}

/** PostgreSQL updates names in its own expressions, but not in our copies of them. */
function renameColumnIn(
  table: string,
  column: TableColumn,
  newOf: ReadonlyMap<string, string>,
  changes: Change[],
): TableColumn {
  const name = newOf.get(column.name) ?? column.name;
  const before = column.generated ?? column.maintained;
  const after = before && withOldNames(before, newOf);
  if (!after || after === before) return { ...column, name };
  changes.push({ sql: markColumn(table, name, after), undo: markColumn(table, name, before) });
  return { ...column, name, [column.generated ? 'generated' : 'maintained']: after };
}

/** `chems.casId.unique` was `substances.cas.unique`. A shortened name has lost its parts, so that index is rebuilt. */
function oldIndexName(
  name: string,
  table: string,
  before: string,
  columns: ReadonlyMap<string, string>,
): string {
  const [of = '', path = '', ...rest] = name.split('.');
  const old = columns.get(path) ?? path;
  return objectName(of === table ? before : of, old, ...rest);
}

function renameIndex(
  from: { name: string; definition: string },
  to: { name: string; definition: string },
): Change {
  const rename = (one: string, other: string) =>
    one === other ? '' : `alter index if exists ${quoteName(one)} rename to ${quoteName(other)}; `;
  const mark = markAs('index', from.name, from.definition);
  return {
    sql: rename(from.name, to.name) + markAs('index', to.name, to.definition),
    // The index may have gone with its column since; then it is rebuilt.
    undo: `${rename(to.name, from.name)}do $undo$ begin if to_regclass(${quoteText(quoteName(from.name))}) is not null then ${mark}; end if; end $undo$`,
  };
}

function renameIn(table: string, what: 'column' | 'constraint', from: string, to: string): Change {
  const alter = `alter table ${quoteName(table)} rename ${what}`;
  return change(from, to, (one, other) => `${alter} ${quoteName(one)} to ${quoteName(other)}`);
}

function toSteps(
  table: string,
  before: string | undefined,
  columns: ReadonlyMap<string, string>,
  inside: readonly Change[],
): Step[] {
  const fields = [...columns].map(([to, from]) =>
    toStep(
      { table, column: to },
      `renames ${table}.${from} to ${to}, with its values and their history`,
      [
        renameIn(table, 'column', from, to),
        renameInHistory(table, from, to),
        change(from, to, (one, other) =>
          moveCounters('field', one, other, ` and resource = ${quoteText(table)}`),
        ),
        change(from, to, (one, other) =>
          moveFileUses('field', one, other, ` and u.resource = ${quoteText(table)}`),
        ),
      ],
    ),
  );
  const whole = before === undefined ? [] : [renameTable(before, table)];
  // Indexes and constraints are renamed last, and renamed back first.
  const steps = [...whole, ...fields];
  return steps.map((step) => (step === steps.at(-1) ? withChanges(step, inside) : step));
}

function renameTable(from: string, to: string): Step {
  const rename = (one: string, other: string): string =>
    `alter table ${quoteName(one)} rename to ${quoteName(other)}; ${markAs('table', other, other)}`;
  // A dropped collection may have left the same `_id` in the trash under the new name; that one stays.
  const history = (one: string, other: string): string =>
    [
      ...['history', 'change_sets', 'webhooks'].map(
        (of) =>
          `update backoffice.${of} set resource = ${quoteText(other)} where resource = ${quoteText(one)}`,
      ),
      renameInKeys(one, other),
      moveCounters('resource', one, other),
      moveFileUses('resource', one, other),
      // Names again what a dropped collection of this name has left.
      `delete from backoffice.distinct_pairs where resource = ${quoteText(other)}`,
      `update backoffice.distinct_pairs set resource = ${quoteText(other)} where resource = ${quoteText(one)}`,
      `update backoffice.trash t set resource = ${quoteText(other)} where resource = ${quoteText(one)}
         and not exists (select from backoffice.trash o where o.resource = ${quoteText(other)} and o.record_id = t.record_id)`,
    ].join('; ');
  const summary = `renames ${from} to ${to}, with its records and their history`;
  return toStep({ table: to }, summary, [change(from, to, rename), change(from, to, history)]);
}

/** Without an entry of its own, a collection would have the one for all others, which may allow more. */
function renameInKeys(from: string, to: string): string {
  const [old, renamed] = [quoteText(from), quoteText(to)];
  return (
    `update backoffice.api_keys set collections = ` +
    `(collections - ${old}) || jsonb_build_object(${renamed}, collections -> ${old}) where collections ? ${old}`
  );
}

/** Numbers go on under the new name; what a dropped field or collection of that name has left goes. */
function moveCounters(of: 'resource' | 'field', from: string, to: string, also = ''): string {
  return (
    `delete from backoffice.sequences where ${of} = ${quoteText(to)}${also}; ` +
    `update backoffice.sequences set ${of} = ${quoteText(to)} where ${of} = ${quoteText(from)}${also}`
  );
}

/** A dropped field or collection of the new name may have had the same file in the same record. */
function moveFileUses(of: 'resource' | 'field', from: string, to: string, also = ''): string {
  const same = ['file', 'resource', 'record', 'field']
    .map((name) => `o.${name} = ${name === of ? quoteText(from) : `u.${name}`}`)
    .join(' and ');
  return (
    `delete from backoffice.file_uses u where u.${of} = ${quoteText(to)}${also} ` +
    `and exists (select from backoffice.file_uses o where ${same}); ` +
    `update backoffice.file_uses u set ${of} = ${quoteText(to)} where u.${of} = ${quoteText(from)}${also}`
  );
}

/** Renames a field in the entries of the history. */
export function renameInHistory(table: string, from: string, to: string): Change {
  const side = (name: string, one: string, other: string): string =>
    `${name} = case when ${name} ? ${one} then (${name} - ${one}) || jsonb_build_object(${other}, ${name} -> ${one}) else ${name} end`;
  return change(
    quoteText(from),
    quoteText(to),
    (one, other) =>
      `update backoffice.history set ${side('before', one, other)}, ${side('after', one, other)} ` +
      `where resource = ${quoteText(table)} and (before ? ${one} or after ? ${one})`,
  );
}

function toStep(
  at: { table: string; column?: string },
  summary: string,
  changes: readonly Change[],
): Step {
  const id = `rename:${at.table}${at.column === undefined ? '' : `.${at.column}`}`;
  const rows = `select count(*) from ${quoteName(at.table)}`;
  return withChanges({ id, kind: 'rewriting', ...at, summary, sql: [], undo: [], rows }, changes);
}

function withChanges(step: Step, changes: readonly Change[]): Step {
  return {
    ...step,
    sql: [...step.sql, ...changes.map(({ sql }) => sql)],
    undo: [...changes.map(({ undo }) => undo).toReversed(), ...(step.undo ?? [])],
  };
}
