import { requireEntry } from '../../fields/require-entry.ts';
import { toColumnFacts, type ColumnFacts } from './column-facts.ts';
import { tableKey, type ForeignTable, type Sample } from './foreign-table.ts';
import type { InferredResource, InferredField } from './infer-resources.ts';
import { findJoinTables } from './join-tables.ts';
import { nameTables } from './names.ts';
import { toTableFields, type TableFields } from './table-fields.ts';
import { toListedResource } from './table-screens.ts';

/** A table that becomes a resource, and where each value of its records comes from. */
export type ConvertedTable = {
  table: ForeignTable;
  resource: InferredResource;
  id: TableFields['id'];
  fields: TableFields['origins'];
};

export type Introspected = {
  tables: readonly ConvertedTable[];
  /** The tables that are left out. */
  remarks: readonly string[];
};

/** Infers declarations for the tables of a database, each with the sources of its values. */
export function inferTables(
  all: readonly ForeignTable[],
  samples: ReadonlyMap<string, Sample>,
): Introspected {
  const tables = all.filter((table) => whyNot(table) === undefined);
  const joins = findJoinTables(tables);
  const own = tables.filter((table) => !joins.some((join) => join.table === table));
  const names = nameTables(own);
  const around = { names, joins };
  const drafts = own.map((table) => {
    const facts = factsOf(table, samples.get(tableKey(table)));
    return {
      table,
      name: requireEntry(names, tableKey(table)),
      fields: toTableFields(table, facts, around),
    };
  });
  const loosened = loosenRequired(
    drafts.map(({ name, fields: { fields } }) => ({ ...name, fields })),
  );
  return {
    tables: drafts.map(({ table, name, fields }) => ({
      table,
      resource: toListedResource(table, name, {
        ...fields,
        fields: requireEntry(loosened, name.name),
        remarks: [...fields.remarks, ...cutRemark(samples.get(tableKey(table)))],
      }),
      id: fields.id,
      fields: fields.origins,
    })),
    remarks: all.flatMap((table) => whyNot(table) ?? []),
  };
}

function whyNot({ kind, name, columns }: ForeignTable): string | undefined {
  if (kind === 'view' || kind === 'materialized view')
    return `The ${kind} ${name} is left out: it has no records of its own.`;
  return columns.length === 0 ? `The table ${name} is left out: it has no columns.` : undefined;
}

function cutRemark(sample: Sample | undefined): string[] {
  return sample?.isCut
    ? [`Based on the first ${sample.rows.length.toLocaleString('en')} rows only.`]
    : [];
}

/** The facts about every column, including those that are empty or may not be read. */
function factsOf(table: ForeignTable, sample?: Sample): ReadonlyMap<string, ColumnFacts> {
  const rows = sample?.rows ?? [];
  return new Map(
    table.columns.map(({ name }) => {
      const more = (sample?.more.get(name) ?? []).map((value) => ({ [name]: value }));
      const seen = [...rows.map((row) => ({ [name]: row[name] })), ...more];
      return [name, toColumnFacts(seen, name, false)];
    }),
  );
}

type Draft = { name: string; fields: readonly InferredField[] };

/**
 * The fields of all resources. References in a cycle are not required, or nobody could create
 * the first record: a database creates both in one transaction, a form one after the other.
 */
function loosenRequired(drafts: readonly Draft[]): Map<string, InferredField[]> {
  const needs = new Map(drafts.map(({ name, fields }) => [name, targetsOf(fields)]));
  const leadsTo = (from: string, to: string, seen: Set<string>): boolean =>
    [...(needs.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return leadsTo(next, to, seen.add(next));
    });
  return new Map(
    drafts.map(({ name, fields }) => [
      name,
      fields.map((field) => {
        const [to] = targetsOf([field]);
        // Every reference in a cycle is optional, because an import may begin with any of them.
        return to !== undefined && leadsTo(to, name, new Set()) ? loosen(field) : field;
      }),
    ]),
  );
}

function targetsOf(fields: readonly InferredField[]): Set<string> {
  return new Set(
    fields.flatMap(({ declaration }) =>
      declaration['required'] === true && typeof declaration['to'] === 'string'
        ? [declaration['to']]
        : [],
    ),
  );
}

function loosen({ declaration, because, ...field }: InferredField): InferredField {
  const { required: _, ...rest } = declaration;
  const reason = `${because}; not required, because the records it refers to must refer back to a record of this table`;
  return { ...field, declaration: rest, because: reason };
}
