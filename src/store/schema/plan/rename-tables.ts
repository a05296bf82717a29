import { type Sentence, toSentence } from '../../../fields/problems/plan-text.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { rowMovers } from '../names/stored-names.ts';
import { isSearchColumn } from '../search-words.ts';
import { objectName, markAs, markColumn } from '../tables/table-sql.ts';
import type { Step, ExistingTable, ExistingTables, Table, TableColumn } from '../tables/table.ts';
import { withOldNames, type Renames } from './find-renames.ts';

/** A statement, and the one that undoes it. */
type Change = { sql: string; undo: string };

function change(from: string, to: string, rename: (one: string, other: string) => string): Change {
  return { sql: rename(from, to), undo: rename(to, from) };
}

/** The tables after all renames, and the steps that lead there. */
export function renameTables(
  declaredTables: readonly Table[],
  existing: ExistingTables,
  renames: Renames,
) {
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
  const steps = declaredTables.flatMap((table) => {
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
    // They are made anew, under the names and with the text that the new names give.
    exclusions: there.exclusions.map(({ name, definition }) => ({
      name,
      definition: withOldNames(definition, newOf),
    })),
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
  const old = path.split('+').map((each) => columns.get(each) ?? each);
  return objectName(of === table ? before : of, old.join('+'), ...rest);
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
  const searched = [...columns].filter(([to]) => isSearchColumn(to));
  const fields = [...columns]
    .filter(([to]) => !isSearchColumn(to))
    .map(([to, from]) =>
      toStep({ table, column: to }, toSentence('renamesField', { path: `${table}.${from}`, to }), [
        renameIn(table, 'column', from, to),
        change(from, to, (one, other) => inFields(table, one, other)),
      ]),
    );
  const whole = before === undefined ? [] : [renameTable(before, table)];
  // Indexes and constraints are renamed last, and renamed back first.
  const steps = [...whole, ...fields];
  const words = searched.map(([to, from]) => renameIn(table, 'column', from, to));
  return steps.map((step) =>
    step === steps.at(-1) ? withChanges(step, [...words, ...inside]) : step,
  );
}

function renameTable(from: string, to: string): Step {
  const rename = (one: string, other: string): string =>
    `alter table ${quoteName(one)} rename to ${quoteName(other)}; ${markAs('table', other, other)}`;
  const rows = (one: string, other: string): string =>
    Object.values(rowMovers)
      .flatMap(({ collection }) => collection(one, other))
      .join('; ');
  const summary = toSentence('renamesTable', { from, to });
  return toStep({ table: to }, summary, [change(from, to, rename), change(from, to, rows)]);
}

/** Renames a field in all rows that name it. */
export function inFields(table: string, from: string, to: string): string {
  return Object.values(rowMovers)
    .flatMap(({ field }) => field?.(table, from, to) ?? [])
    .join('; ');
}

function toStep(
  at: { table: string; column?: string },
  summary: Sentence,
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
