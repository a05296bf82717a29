import type { z } from 'zod';
import type { States } from './choice-states.ts';
import type { Field } from './field.ts';
import type { NamedFile } from '../files/file-rule.ts';
import type { Numbering } from './numbering.ts';
import type { Operator } from './operators.ts';
import type { Problem } from '../problems/problem.ts';
import type { ReaderStyle } from '../reader-style.ts';
import type { Relation } from './relation.ts';

/**
 * The PostgreSQL types that can store a value, `time` without seconds and `time(0)` with them; `store/sql-types.ts` has
 * a row for each.
 */
export type SqlType =
  | 'text'
  | 'bigint'
  | 'double precision'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'time'
  | 'time(0)'
  | 'timestamptz'
  | 'jsonb';

/** How a value is stored. `many` is an array column, or a join table when the type is a relation. */
export type Column = {
  sql: SqlType;
  many?: boolean;
  /** A text that may have more than 500 characters, too many for an index entry. */
  long?: boolean;
  /** A text that compares digits as whole numbers. */
  isNatural?: boolean;
  /** Of a `numeric`: its digits, and how many of them come after the point. */
  precision?: number;
  scale?: number;
};

/** The results an expression can have; `descriptor/expression` knows how they are made. */
export type ComputedKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

/** A choice that has another name now; `part` of an object. */
export type RenamedChoice = { from: string | number; to: string | number; part?: string };

export type Example = {
  settings: Record<string, unknown>;
  /** Valid JSON forms; `text.read(text.write(v))` gives each back as the value rule normalises it. */
  valid: readonly unknown[];
  /** Invalid JSON forms. */
  invalid: readonly unknown[];
};

/** The settings of a field whose type decides which they are. */
export type FieldSettings = Readonly<Record<string, any>>;

/** A value of a field whose type decides its form, for code of an installation, which knows the field. */
export type FieldValue = any;

/**
 * All the system knows about one type of field, on both sides. Tables, API, OpenAPI, screens and files ask here; none
 * of them tests a type by name. An optional member shows what only some types can do.
 */
export interface FieldType<Settings = FieldSettings> {
  /** The type's own settings in the descriptor, each with `.describe()`; a strict object. */
  settings: z.ZodObject;
  column(settings: Settings): Column;
  /**
   * The rule for an existing value (null and undefined never reach it): takes JSON, gives the stored JSON form. It
   * normalises (`.trim()`, `.overwrite()`), and must survive `z.toJSONSchema(…, { io: 'input' })`.
   */
  value(settings: Settings): z.ZodType;
  filter: {
    operators: readonly Operator[];
    /** The rule for one operand: takes JSON or the text of a query string, gives the SQL parameter. */
    operand(settings: Settings): z.ZodType;
  };
  /** The written form in files, where one cell is one text. `read` returns the JSON form, unchecked. */
  text: {
    write(value: unknown, settings: Settings): string;
    read(text: string, settings: Settings): unknown;
    /** The form in titles, where it differs from files: as the cell of a list writes it for this reader. */
    words?(value: unknown, settings: Settings, style: ReaderStyle): string;
    /**
     * The value of a cell that a spreadsheet holds as a date or a time; absent or undefined: none. Such a cell has no
     * time zone: the UTC time of `cell` is what it shows.
     */
    cell?(cell: Date, settings: Settings, timeZone: string): unknown;
    /** Why such a cell may mean another value than `cell` gives. */
    warnOfCell?(cell: Date, timeZone: string): Problem | undefined;
    /** Numbers have a written form of their own, such as `1:30`, and no decimal mark. */
    isSpelled?: true;
    /** SQL that makes the written form of a stored value, or of each item of a list, where PostgreSQL writes another. */
    inSql?(value: string): string;
  };
  examples: readonly Example[];

  /** What an expression must give for a computed field, and the settings that only apply to entered values. */
  computed?: {
    gives: ComputedKind;
    without: readonly string[];
    /** The number of decimals to round to. */
    decimals?(settings: Settings): number | undefined;
  };
  /** The values are the states of a record, and only some steps lead from one to another. */
  states?(settings: Settings): States | undefined;
  /** The database gives each new record its value, and nobody enters one. */
  numbering?(settings: Settings): Numbering;
  /** The values are email addresses. */
  isAddress?: true;
  /** The value is the `_id` of records elsewhere. */
  relation?(settings: Settings): Relation;
  /** The text names a page of a file: the field that has it, such as `source.document`. */
  pageOf?(settings: Settings): string | undefined;
  /** The value holds files: those of a value, and whether the settings allow files with words. */
  files?: { of(value: unknown): readonly NamedFile[]; haveWords(settings: Settings): boolean };
  /**
   * For values that a write may name by a part of them, such as a file by its `id`: the value as the record has it, if
   * it is the same, otherwise the written one. Such values are replaced as a whole, never merged.
   */
  settle?(value: unknown, stored: unknown): unknown;
  /** The value is an object with sub-fields, filterable as `name.part`. */
  parts?(settings: Settings): ReadonlyMap<string, Field>;
  /**
   * For amounts of a unit from a list, such as a currency: the unit, or the field of the same record that holds it, and
   * all units. Amounts whose unit differs from record to record are never added up.
   */
  unit?: {
    /** The name of the setting. */
    setting: string;
    of(settings: Settings): string | { field: string };
    known(): readonly string[];
  };
  /** The field of the same record that says of a number that it is a bound: `<`, `>`. */
  qualifier?(settings: Settings): string | undefined;
  /** How to count its values beside a list when there are too many to count one by one. */
  facet?: 'histogram' | 'years';
  /** The round sizes of bins in a histogram, ascending; absent: 1, 2, 5, 10, 20 … */
  binSizes?: readonly number[];
  /** What a list can be shown as by this field: a board with a column for each value, or a calendar. */
  arranges?: 'board' | 'calendar';
  /** The values that the descriptor has renamed. */
  renamed?(settings: Settings): readonly RenamedChoice[];
  /** For a list of values: those that can be set, and retired ones, which records only keep (`retired-values.ts`). */
  offers?(settings: Settings): {
    offered: readonly (string | number)[];
    retired: readonly (string | number)[];
    /** How people read a value in a language. */
    label(value: string | number, language: string): string;
  };
  /** Whether a text is almost certainly a value of this type, because it has a check digit or a distinctive form. */
  recognizes?(text: string, settings: Settings): boolean;
  /** Whether it recognizes any text with these settings. Default: yes. */
  hasForm?(settings: Settings): boolean;
  /** Other spellings of its values in files: a pattern, and the usual spelling with the groups of the pattern. */
  spellings?: readonly { find: string; by: string }[];
  /**
   * For values that people know whole or from their beginning: the beginning, as stored, that a text must be to find
   * any. Searches then compare beginnings. An index of the parts of random letters would be as large as that of all
   * names.
   */
  begins?(text: string): string | undefined;
  /** What an invalid or doubtful text probably means. */
  propose?(text: string): string | undefined;
  /** For a value that is accepted but deserves a warning under the field; `written` is the value before it was read. */
  warn?(value: unknown, settings: Settings, written?: unknown): Problem | undefined;
}

/** Infers the types of a declaration from the schema of its settings. */
export function defineFieldType<Schema extends z.ZodObject>(
  type: FieldType<z.output<Schema>> & { settings: Schema },
): FieldType<z.output<Schema>> {
  return type;
}
