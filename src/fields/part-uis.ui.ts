import { booleanUi } from './boolean.ui.tsx';
import { casUi } from './cas.ui.tsx';
import { choiceUi } from './choice.ui.tsx';
import { dateUi } from './date.ui.tsx';
import { datetimeUi } from './datetime.ui.tsx';
import { doiUi } from './doi.ui.tsx';
import { ecUi } from './ec.ui.tsx';
import { emailUi } from './email.ui.tsx';
import type { FieldUi } from './field-ui.ts';
import { inchiKeyUi } from './inchi-key.ui.tsx';
import { numberUi } from './number.ui.tsx';
import type { partTypes } from './part-types.ts';
import { structureUi } from './structure.ui.tsx';
import { textUi } from './text.ui.tsx';
import { urlUi } from './url.ui.tsx';

/** The browser's side of `part-types.ts`. */
export const partUis: Record<keyof typeof partTypes, FieldUi> = {
  text: textUi,
  number: numberUi,
  boolean: booleanUi,
  date: dateUi,
  datetime: datetimeUi,
  choice: choiceUi,
  email: emailUi,
  url: urlUi,
  cas: casUi,
  ec: ecUi,
  doi: doiUi,
  inchiKey: inchiKeyUi,
  structure: structureUi,
};
