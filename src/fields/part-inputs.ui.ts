import { booleanInputs } from './boolean.input.tsx';
import { casInputs } from './cas.input.tsx';
import { choiceInputs } from './choice.input.tsx';
import { dateInputs } from './date.input.tsx';
import { datetimeInputs } from './datetime.input.tsx';
import { doiInputs } from './doi.input.tsx';
import { ecInputs } from './ec.input.tsx';
import { emailInputs } from './email.input.tsx';
import type { FieldInputs } from './field-ui.ts';
import { inchiKeyInputs } from './inchi-key.input.tsx';
import { numberInputs } from './number.input.tsx';
import type { partTypes } from './part-types.ts';
import { structureInputs } from './structure.input.tsx';
import { textInputs } from './text.input.tsx';
import { urlInputs } from './url.input.tsx';

/** The inputs and filters of `part-types.ts`. */
export const partInputs: Record<keyof typeof partTypes, FieldInputs> = {
  text: textInputs,
  number: numberInputs,
  boolean: booleanInputs,
  date: dateInputs,
  datetime: datetimeInputs,
  choice: choiceInputs,
  email: emailInputs,
  url: urlInputs,
  cas: casInputs,
  ec: ecInputs,
  doi: doiInputs,
  inchiKey: inchiKeyInputs,
  structure: structureInputs,
};
