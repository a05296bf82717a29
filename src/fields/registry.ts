import { choice } from './types/choice/choice.ts';
import { choices } from './types/choices/choices.ts';
import type { FieldType } from './type/field-type.ts';
import { file } from './types/file/file.ts';
import { files } from './types/files/files.ts';
import { json } from './types/json/json.ts';
import { markdown } from './types/markdown/markdown.ts';
import { money } from './types/money/money.ts';
import { object } from './types/object/object.ts';
import { partTypes } from './part-types.ts';
import { reference } from './types/reference/reference.ts';
import { references } from './types/references/references.ts';
import { sequence } from './types/sequence/sequence.ts';
import { tags } from './types/tags/tags.ts';

/** Every type of field, by its name in the descriptor. */
export const fieldTypes = {
  ...partTypes,
  markdown,
  money,
  choice,
  choices,
  tags,
  reference,
  references,
  sequence,
  file,
  files,
  object,
  json,
} satisfies Record<string, FieldType>;

export type FieldTypeName = keyof typeof fieldTypes;
