import { boolean } from './types/boolean/boolean.ts';
import { cas } from './types/cas/cas.ts';
import { choicePart } from './types/choice/choice.ts';
import { date } from './types/date/date.ts';
import { datetime } from './types/datetime/datetime.ts';
import { decimal } from './types/decimal/decimal.ts';
import { doi } from './types/doi/doi.ts';
import { ec } from './types/ec/ec.ts';
import { email } from './types/email/email.ts';
import { duration } from './types/duration/duration.ts';
import type { FieldType } from './type/field-type.ts';
import { inchiKey } from './types/inchi-key/inchi-key.ts';
import { number } from './types/number/number.ts';
import { structure } from './types/structure/structure.ts';
import { text } from './types/text/text.ts';
import { time } from './types/time/time.ts';
import { url } from './types/url/url.ts';

/**
 * The types a part of an object can have: one value each, so that a filter on `object.part` is a filter on one scalar.
 * Relations are left out because a foreign key cannot start inside a JSON column.
 */
export const partTypes = {
  text,
  number,
  decimal,
  boolean,
  date,
  datetime,
  time,
  duration,
  choice: choicePart,
  email,
  url,
  cas,
  ec,
  doi,
  inchiKey,
  structure,
} satisfies Record<string, FieldType>;
