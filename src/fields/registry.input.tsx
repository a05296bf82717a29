import { choicesInputs } from './types/choices/choices.input.tsx';
import { decimalInputs } from './types/decimal/decimal.input.tsx';
import type { FieldInputs } from './type/field-ui.ts';
import { jsonInputs } from './types/json/json.input.tsx';
import { markdownInputs } from './types/markdown/markdown.input.tsx';
import { objectInputs } from './types/object/object.input.tsx';
import { partInputs } from './part-inputs.ui.ts';
import { referenceInputs } from './types/reference/reference.input.tsx';
import { referencesInputs } from './types/references/references.input.tsx';
import type { FieldTypeName } from './registry.ts';
import { fieldUis } from './registry.ui.tsx';
import { completeInputs } from './screen/complete-inputs.tsx';
import { manyFilesInputs, oneFileInputs } from './screen/files-input.ui.tsx';
import { lineInputs } from './screen/line-input.ui.tsx';
import { tagsInputs } from './types/tags/tags.input.tsx';

const ownInputs: Record<FieldTypeName, FieldInputs> = {
  ...partInputs,
  markdown: markdownInputs,
  money: decimalInputs,
  choices: choicesInputs,
  tags: tagsInputs,
  reference: referenceInputs,
  references: referencesInputs,
  sequence: lineInputs(),
  file: oneFileInputs,
  files: manyFilesInputs,
  object: objectInputs,
  json: jsonInputs,
};

/**
 * The inputs and filters of every field type. They include the machinery of forms, so code that only shows records
 * imports only `registry.ui.tsx`.
 */
export const fieldInputs = Object.fromEntries(
  Object.entries(ownInputs).map(([type, inputs]) => [
    type,
    completeInputs(inputs, fieldUis[type as FieldTypeName].Cell),
  ]),
) as Record<FieldTypeName, FieldInputs>;
