import { choices } from './choices.ts';
import type { FieldType } from './field-type.ts';
import { json } from './json.ts';
import { object } from './object.ts';
import { partTypes } from './part-types.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import { tags } from './tags.ts';

/** Every type of field, by the name a descriptor gives it. */
export const fieldTypes = {
  ...partTypes,
  choices,
  tags,
  reference,
  references,
  object,
  json,
} satisfies Record<string, FieldType>;

export type FieldTypeName = keyof typeof fieldTypes;
