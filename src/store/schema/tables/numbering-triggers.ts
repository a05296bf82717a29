import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import {
  numberedFields,
  type FormatPiece,
  type Numbering,
} from '../../../fields/type/numbering.ts';
import { inZone, quoteName, quoteText } from '../../connection/sql.ts';
import { toTrigger, type Trigger } from './triggers.ts';

/** A numbered field, and the time zone of its records, in which years begin. */
type Numbered = ReturnType<typeof numberedFields>[number] & { timeZone: string };

/** The triggers that give new records their numbers. Every write meets them, whoever makes it. */
export function numberingTriggers({ resources }: Descriptor): Trigger[] {
  return [...resources.values()].flatMap((resource) => {
    const { timeZone } = resource;
    const fields = numberedFields(resource).map((field) => ({ ...field, timeZone }));
    return fields.length === 0 ? [] : [toNumberingTrigger(resource, fields)];
  });
}

/** A record that brings its number, or moves to another parent with it, moves the counter past it. */
function toNumberingTrigger({ name: table }: Resource, fields: readonly Numbered[]): Trigger {
  const steps = fields.map((field) => {
    const { name, numbering } = field;
    const column = `NEW.${quoteName(name)}`;
    const counter = (scope: string) => `${quoteText(table)}, ${quoteText(name)}, ${scope}`;
    const { next, pass } = numbering.isGapless ? gapless : withGaps;
    return (
      `if ${column} is null then n := ${next(counter(newScope(field, 'NEW.')))}; ` +
      `${column} := ${formatSql(field, 'NEW.')}; ` +
      `else n := ${numberIn(numbering, column)}; ` +
      `if n is not null then perform ${pass(counter(scopeOf(field, 'NEW.')))}; end if; end if;`
    );
  });
  const columns = fields.flatMap(({ name, numbering: { per } }) =>
    typeof per === 'object' ? [name, per.reference] : [name],
  );
  const event = `insert or update of ${columns.map(quoteName).join(', ')} on ${quoteName(table)}`;
  const isGapless = fields.some(({ numbering }) => numbering.isGapless);
  // What the rows have counted is stored once, at the end of the statement.
  const store =
    "if TG_LEVEL = 'STATEMENT' then perform backoffice.store_counters(); return null; end if;";
  // PostgreSQL runs triggers by name: `assigns` before `computed`, which may read the number.
  const trigger = toTrigger(
    { name: `${table}.assigns`, table },
    `declare n bigint; begin ${isGapless ? store : ''} ${steps.join(' ')} return NEW; end`,
    [
      `trigger % before ${event} for each row`,
      ...(isGapless ? [`trigger % after ${event} for each statement`] : []),
    ],
  );
  return {
    ...trigger,
    sql: [...trigger.sql, ...fields.flatMap((field) => startSql(table, field))],
  };
}

const withGaps = {
  next: (counter: string) => `backoffice.next_number(${counter}, false)`,
  pass: (counter: string) => `backoffice.pass_number(${counter}, false, n)`,
};

const gapless = {
  next: (counter: string) => `backoffice.next_gapless(${counter})`,
  pass: (counter: string) => `backoffice.pass_gapless(${counter}, n)`,
};

/** Counters begin after the highest number that records have. The trigger has locked the table for others. */
function startSql(table: string, field: Numbered): string[] {
  const { name, numbering } = field;
  const of = `${quoteText(table)}, ${quoteText(name)}`;
  return [
    `insert into backoffice.sequences as s (resource, field, scope, last) ` +
      `select ${of}, scope, max(n) from (select ${scopeOf(field, '')} as scope, ` +
      `${numberIn(numbering, quoteName(name))} as n from ${quoteName(table)}) x where n is not null group by scope ` +
      `on conflict (resource, field, scope) do update set last = greatest(s.last, excluded.last)`,
    `select backoffice.settle_numbers(${of}, ${String(numbering.isGapless)})`,
  ];
}

/** Numbers the records that have no number, in the order of their creation, after the highest that others have. */
export function numberRecordsSql(table: string, field: Numbered): string {
  const { name, numbering } = field;
  const column = quoteName(name);
  const scope = scopeOf(field, '');
  return (
    `update ${quoteName(table)} r set ${column} = ${formatSql(field, 'r.')} from (` +
    `select _id, ${column} is null as is_open, row_number() over (partition by ${scope}, ${column} is null order by "createdAt", _id) ` +
    `+ coalesce(max(${numberIn(numbering, column)}) over (partition by ${scope}), 0) as n ` +
    `from ${quoteName(table)}) o where o._id = r._id and o.is_open`
  );
}

/** What the number of a new record counts within; `row` is the alias of its row and a dot. */
function newScope({ numbering: { per }, timeZone }: Numbered, row: string): string {
  if (per === undefined) return "''";
  return inBytes(per === 'year' ? yearSql(row, timeZone) : `${row}${quoteName(per.reference)}`);
}

/** Scopes are compared byte by byte, whatever they are made of. */
function inBytes(text: string): string {
  return `${text} collate "C"`;
}

/** The same for a record that may have a number already, such as one of another year. */
function scopeOf(field: Numbered, row: string): string {
  const { name, numbering } = field;
  const scope = newScope(field, row);
  if (numbering.per !== 'year') return scope;
  const year = toPattern(numbering.format, 'year');
  return inBytes(`coalesce(substring(${row}${quoteName(name)} from ${quoteText(year)}), ${scope})`);
}

function yearSql(row: string, timeZone: string): string {
  return `to_char(${inZone(`${row}"createdAt"`, timeZone)}, 'YYYY')`;
}

/** The text of the number `n`; one with more digits than the format asks for is not cut. */
function formatSql({ numbering: { format }, timeZone }: Numbered, row: string): string {
  return format
    .map((piece) => {
      if ('text' in piece) return quoteText(piece.text);
      if (piece.is === 'year') return yearSql(row, timeZone);
      return `lpad(n::text, greatest(${piece.digits}, length(n::text)), '0')`;
    })
    .join(' || ');
}

/** The number in a text; null in a text of another format. */
function numberIn({ format }: Numbering, text: string): string {
  return `substring(${text} from ${quoteText(toPattern(format, 'number'))})::bigint`;
}

/** A regular expression that finds one piece of the format: PostgreSQL returns what stands in its parentheses. */
function toPattern(format: readonly FormatPiece[], target: 'year' | 'number'): string {
  let isFound = false;
  const parts = format.map((piece) => {
    if ('text' in piece) return piece.text.replace(/[^\p{L}\p{N} ]/gu, '\\$&');
    const digits = piece.is === 'year' ? '[0-9]{4}' : '[0-9]{1,15}';
    if (piece.is !== target || isFound) return digits;
    isFound = true;
    return `(${digits})`;
  });
  return `^${parts.join('')}$`;
}
