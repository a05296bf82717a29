import { booleanInputs } from './types/boolean/boolean.input.tsx';
import { choiceInputs } from './types/choice/choice.input.tsx';
import { dateInputs } from './types/date/date.input.tsx';
import { datetimeInputs } from './types/datetime/datetime.input.tsx';
import { decimalInputs } from './types/decimal/decimal.input.tsx';
import { durationInputs } from './types/duration/duration.input.tsx';
import type { FieldInputs } from './type/field-ui.ts';
import { numberInputs } from './types/number/number.input.tsx';
import { lineInputs } from './screen/line-input.ui.tsx';
import type { partTypes } from './part-types.ts';
import { structureInputs } from './types/structure/structure.input.tsx';
import { textInputs } from './types/text/text.input.tsx';
import { timeInputs } from './types/time/time.input.tsx';

/** The inputs and filters of `part-types.ts`. */
export const partInputs: Record<keyof typeof partTypes, FieldInputs> = {
  text: textInputs,
  number: numberInputs,
  decimal: decimalInputs,
  boolean: booleanInputs,
  date: dateInputs,
  datetime: datetimeInputs,
  time: timeInputs,
  duration: durationInputs,
  choice: choiceInputs,
  email: lineInputs('email'),
  url: lineInputs('url'),
  cas: lineInputs(),
  ec: lineInputs(),
  doi: lineInputs(),
  inchiKey: lineInputs(),
  structure: structureInputs,
};
