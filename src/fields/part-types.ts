import { boolean } from './boolean.ts';
import { cas } from './cas.ts';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { doi } from './doi.ts';
import { ec } from './ec.ts';
import { email } from './email.ts';
import type { FieldType } from './field-type.ts';
import { inchiKey } from './inchi-key.ts';
import { number } from './number.ts';
import { structure } from './structure.ts';
import { text } from './text.ts';
import { url } from './url.ts';

/**
 * The types a part of an object can have: one value each, so that a filter on
 * `object.part` is a filter on one scalar. Relations are left out because a foreign
 * key cannot start inside a JSON column.
 */
export const partTypes = {
  text,
  number,
  boolean,
  date,
  datetime,
  choice,
  email,
  url,
  cas,
  ec,
  doi,
  inchiKey,
  structure,
} satisfies Record<string, FieldType>;
