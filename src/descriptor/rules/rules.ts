import type { Text } from '../../fields/field.ts';
import type { DeclaredFilter } from '../filter/declared-filter.ts';

/** When a field is there, must be filled and may be written; an absent filter leaves it as declared. */
export type Conditions = {
  shown?: DeclaredFilter;
  required?: DeclaredFilter;
  readOnly?: DeclaredFilter;
  /** The fields it looks at; only where one of them changes can it come out differently. */
  looksAt: readonly string[];
};

/** What must hold of a record as a whole. */
export type Check = {
  check: DeclaredFilter;
  message: Text;
  /** Where the message stands when it does not. */
  fields: readonly string[];
  looksAt: readonly string[];
};

/** What the values of a record must be to each other, and to those of other records. */
export type Rules = {
  /** In an order in which a field comes after those that decide whether it is shown. */
  conditions: ReadonlyMap<string, Conditions>;
  checks: readonly Check[];
  /** Sets of fields whose values together no two records share, where all of them are filled. */
  unique: readonly (readonly string[])[];
};
