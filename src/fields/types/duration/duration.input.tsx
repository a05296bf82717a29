import type { Field } from '../../type/field.ts';
import { notationInputs } from '../../screen/notation-input.ui.tsx';
import { readDuration, writeDuration } from './duration-text.ts';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const durationInputs = notationInputs<number>(useNotation);

/** A number without a unit has no meaning here: it could be hours, minutes or seconds. */
function useNotation(field: Field) {
  const words = useFieldTexts();
  const hasSeconds = field.settings.seconds as boolean;
  return {
    show: hasSeconds ? showSeconds : showMinutes,
    read: readDuration,
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
