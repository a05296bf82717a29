import type { z } from 'zod';

/** What an answer holds, for those who write it and those who read it. */
export type AnswerOf<Schema extends z.ZodType> = Unchanged<z.output<Schema>>;

type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value;
