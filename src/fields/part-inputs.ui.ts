import { booleanInputs } from './types/boolean/boolean.input.tsx';
import { casInputs } from './types/cas/cas.input.tsx';
import { choiceInputs } from './types/choice/choice.input.tsx';
import { dateInputs } from './types/date/date.input.tsx';
import { datetimeInputs } from './types/datetime/datetime.input.tsx';
import { doiInputs } from './types/doi/doi.input.tsx';
import { ecInputs } from './types/ec/ec.input.tsx';
import { emailInputs } from './types/email/email.input.tsx';
import type { FieldInputs } from './field-ui.ts';
import { inchiKeyInputs } from './types/inchi-key/inchi-key.input.tsx';
import { numberInputs } from './types/number/number.input.tsx';
import type { partTypes } from './part-types.ts';
import { structureInputs } from './types/structure/structure.input.tsx';
import { textInputs } from './types/text/text.input.tsx';
import { urlInputs } from './types/url/url.input.tsx';

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
