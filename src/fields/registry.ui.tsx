import { choicesUi } from './choices.ui.tsx';
import type { FieldUi } from './field-ui.ts';
import { jsonUi } from './json.ui.tsx';
import { objectUi } from './object.ui.tsx';
import { partUis } from './part-uis.ui.ts';
import { referenceUi } from './reference.ui.tsx';
import { referencesUi } from './references.ui.tsx';
import type { FieldTypeName } from './registry.ts';
import { completeUi } from './screen/complete-ui.tsx';
import { tagsUi } from './tags.ui.tsx';

const ownUis: Record<FieldTypeName, FieldUi> = {
  ...partUis,
  choices: choicesUi,
  tags: tagsUi,
  reference: referenceUi,
  references: referencesUi,
  object: objectUi,
  json: jsonUi,
};

/** The browser's side of every type of field. A type without one does not compile. */
export const fieldUis = Object.fromEntries(
  Object.entries(ownUis).map(([type, ui]) => [type, completeUi(ui)]),
) as Record<FieldTypeName, FieldUi>;
