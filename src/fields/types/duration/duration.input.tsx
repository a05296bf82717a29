import type { Field } from '../../type/field.ts';
import type { FieldInputs } from '../../type/field-ui.ts';
import type { Notation } from '../../screen/notation-field.ui.tsx';
import { NotationInput } from '../../screen/notation-input.ui.tsx';
import { Range } from '../../screen/range.ui.tsx';
import { readDuration, writeDuration } from './duration-text.ts';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const durationInputs: FieldInputs = {
  Input: (props) => <NotationInput<number> {...props} {...useNotation(props.field, 'keep')} />,
  Filter: ({ field, source, label }) => (
    <Range
      source={source}
      label={label}
      is={NotationInput<number>}
      from={useNotation(field, 'drop')}
    />
  ),
};

/** A number without a unit has no meaning here: it could be hours, minutes or seconds. */
function useNotation(field: Field, unreadable: Notation<number>['unreadable']): Notation<number> {
  const words = useFieldTexts();
  const hasSeconds = field.settings.seconds as boolean;
  return {
    show: hasSeconds ? showSeconds : showMinutes,
    read: readDuration,
    unreadable,
    placeholder: hasSeconds ? words.durationSecondsPlaceholder : words.durationPlaceholder,
  };
}

const showMinutes = (value: number): string => show(value, false);
const showSeconds = (value: number): string => show(value, true);

/** A filter in the address, and a text that has no meaning yet, are texts. */
function show(value: unknown, hasSeconds: boolean): string {
  const seconds = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(seconds) ? writeDuration(seconds, hasSeconds) : String(value);
}
