import type { z } from 'zod';

/** The content of an answer, for the code that writes it and the code that reads it. */
export type AnswerOf<Schema extends z.ZodType> = Unchanged<z.output<Schema>>;

type Unchanged<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value;

/** The JSON of an answer, for storing it before it is sent. */
export function toJson<Schema extends z.ZodType>(_schema: Schema, value: AnswerOf<Schema>): string {
  return JSON.stringify(value);
}
