import { choicesUi } from './types/choices/choices.ui.tsx';
import { decimalUi } from './types/decimal/decimal.ui.tsx';
import type { FieldUi } from './type/field-ui.ts';
import { fileUi } from './types/file/file.ui.tsx';
import { filesUi } from './types/files/files.ui.tsx';
import { jsonUi } from './types/json/json.ui.tsx';
import { markdownUi } from './types/markdown/markdown.ui.tsx';
import { objectUi } from './types/object/object.ui.tsx';
import { partUis } from './part-uis.ui.ts';
import { referenceUi } from './types/reference/reference.ui.tsx';
import { referencesUi } from './types/references/references.ui.tsx';
import { identifierUi } from './screen/line-cell.ui.tsx';
import type { FieldTypeName } from './registry.ts';
import { tagsUi } from './types/tags/tags.ui.tsx';

/** How the browser shows every field type. A type without its own entry does not compile. */
export const fieldUis: Record<FieldTypeName, FieldUi> = {
  ...partUis,
  markdown: markdownUi,
  money: decimalUi,
  choices: choicesUi,
  tags: tagsUi,
  reference: referenceUi,
  references: referencesUi,
  sequence: { ...identifierUi, width: () => 'narrow' },
  file: fileUi,
  files: filesUi,
  object: objectUi,
  json: jsonUi,
};
