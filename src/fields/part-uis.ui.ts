import { booleanUi } from './types/boolean/boolean.ui.tsx';
import { choiceUi } from './types/choice/choice.ui.tsx';
import { dateUi } from './types/date/date.ui.tsx';
import { datetimeUi } from './types/datetime/datetime.ui.tsx';
import { decimalUi } from './types/decimal/decimal.ui.tsx';
import { doiUi } from './types/doi/doi.ui.tsx';
import { durationUi } from './types/duration/duration.ui.tsx';
import { emailUi } from './types/email/email.ui.tsx';
import type { FieldUi } from './type/field-ui.ts';
import { numberUi } from './types/number/number.ui.tsx';
import { identifierUi } from './screen/line-cell.ui.tsx';
import type { partTypes } from './part-types.ts';
import { structureUi } from './types/structure/structure.ui.tsx';
import { textUi } from './types/text/text.ui.tsx';
import { timeOfDayUi } from './types/time/time.ui.tsx';
import { urlUi } from './types/url/url.ui.tsx';

/** The browser's side of `part-types.ts`. */
export const partUis: Record<keyof typeof partTypes, FieldUi> = {
  text: textUi,
  number: numberUi,
  decimal: decimalUi,
  boolean: booleanUi,
  date: dateUi,
  datetime: datetimeUi,
  time: timeOfDayUi,
  duration: durationUi,
  choice: choiceUi,
  email: emailUi,
  url: urlUi,
  cas: { ...identifierUi, width: () => 'narrow' },
  ec: { ...identifierUi, width: () => 'narrow' },
  doi: doiUi,
  inchiKey: identifierUi,
  structure: structureUi,
};
