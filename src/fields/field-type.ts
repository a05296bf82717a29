import type { z } from 'zod';
import type { Field } from './field.ts';
import type { Operator } from './operators.ts';
import type { Problem } from './problem.ts';

/** The types of PostgreSQL a value can be kept in; `store/sql-types.ts` has a row for each. */
export type SqlType =
  'text' | 'bigint' | 'double precision' | 'boolean' | 'date' | 'timestamptz' | 'jsonb';

/** How a value is kept. `many` is an array column, or a join table when the type is a relation. */
export type Column = {
  sql: SqlType;
  many?: boolean;
  /** A text that may have more than 500 characters: too many for an entry of an index. */
  long?: boolean;
};

/** What an expression can give; `descriptor/expression` knows what is made of what. */
export type ComputedKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

export type Example = {
  settings: Record<string, unknown>;
  /** JSON forms that pass; each comes back from `text.read(text.write(v))` as the value rule makes it. */
  valid: readonly unknown[];
  /** JSON forms that do not pass. */
  invalid: readonly unknown[];
};

/**
 * All the system knows about one type of field, on both sides. Tables, API,
 * OpenAPI, screens and files ask here; none of them tests a type by name.
 * What only some types can do is told by the presence of an optional member.
 */
export interface FieldType<Settings = any> {
  /** The settings of its own in the descriptor, each with `.describe()`; a strict object. */
  settings: z.ZodObject;
  column(settings: Settings): Column;
  /**
   * The rule for a value that is there (null and undefined never reach it): JSON in, the stored
   * JSON form out. Normalises (`.trim()`, `.overwrite()`), and must survive `z.toJSONSchema(…, { io: 'input' })`.
   */
  value(settings: Settings): z.ZodType;
  filter: {
    operators: readonly Operator[];
    /** The rule for one operand, from JSON or from the text of a query string, to the SQL parameter. */
    operand(settings: Settings): z.ZodType;
  };
  /** The written form in files, where one cell is one text. `read` returns the JSON form, unchecked. */
  text: {
    write(value: any, settings: Settings): string;
    read(text: string, settings: Settings): unknown;
  };
  examples: readonly Example[];

  /** What an expression must give for a computed field, and the settings that are about what is written. */
  computed?: {
    gives: ComputedKind;
    without: readonly string[];
    /** To how many decimals a number is rounded. */
    decimals?(settings: Settings): number | undefined;
  };
  /** The value is the `_id` of records elsewhere. */
  relation?(settings: Settings): { to: string; many: boolean };
  /** The value is an object with sub-fields, filterable as `name.part`. */
  parts?(settings: Settings): ReadonlyMap<string, Field>;
  /** How its values are counted beside a list, where they are too many to be counted one by one. */
  facet?: 'histogram' | 'years';
  /** Which values the descriptor calls otherwise now than before. */
  renamed?(settings: Settings): readonly { from: string | number; to: string | number }[];
  /** Whether a text is hardly anything but a value of it: it has a check digit, or a form of its own. */
  recognizes?(text: string, settings: Settings): boolean;
  /** What a text that is no right value, or hardly one, probably stands for. */
  propose?(text: string): string | undefined;
  /** Accepted, but worth a word under the field. */
  warn?(value: any, settings: Settings): Problem | undefined;
}

/** Gives a declaration its types: settings are what their schema makes of them. */
export function defineFieldType<Schema extends z.ZodObject>(
  type: FieldType<z.output<Schema>> & { settings: Schema },
): FieldType<z.output<Schema>> {
  return type;
}
