import type { Field } from '../../type/field.ts';
import type { Notation } from '../../screen/notation-field.ui.tsx';
import { notationInputs } from '../../screen/notation-input.ui.tsx';
import { readTime } from './time-text.ts';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const timeInputs = notationInputs(useNotation);

function useNotation({ settings }: Field): Omit<Notation, 'unreadable'> {
  const hasSeconds = settings.seconds as boolean;
  const read = hasSeconds ? readWithSeconds : readMinutes;
  const texts = useFieldTexts();
  return {
    show: same,
    read,
    placeholder: hasSeconds ? texts.timeSecondsPlaceholder : texts.timePlaceholder,
    picker: {
      type: 'time',
      step: hasSeconds ? 1 : 60,
      label: 'chooseTime',
      toPicker: same,
      fromPicker: read,
    },
  };
}

const same = (value: string): string => value;
const readMinutes = (text: string): string | undefined => readTime(text, false);
const readWithSeconds = (text: string): string | undefined => readTime(text, true);
