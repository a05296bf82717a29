import type { Field } from '../../type/field.ts';
import type { FieldInputs } from '../../type/field-ui.ts';
import type { Notation } from '../../screen/notation-field.ui.tsx';
import { NotationInput } from '../../screen/notation-input.ui.tsx';
import { Range } from '../../screen/range.ui.tsx';
import { readTime } from './time-text.ts';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const timeInputs: FieldInputs = {
  Input: (props) => <NotationInput {...props} {...useNotation(props.field, 'keep')} />,
  Filter: ({ field, source, label }) => (
    <Range
      source={source}
      label={label}
      is={NotationInput<string>}
      from={useNotation(field, 'drop')}
    />
  ),
};

function useNotation({ settings }: Field, unreadable: Notation['unreadable']): Notation {
  const hasSeconds = settings.seconds as boolean;
  const texts = useFieldTexts();
  return {
    show: same,
    read: hasSeconds ? readWithSeconds : readMinutes,
    unreadable,
    placeholder: hasSeconds ? texts.timeSecondsPlaceholder : texts.timePlaceholder,
    picker: {
      type: 'time',
      step: hasSeconds ? 1 : 60,
      label: 'chooseTime',
      toPicker: same,
      fromPicker: hasSeconds ? readWithSeconds : readMinutes,
    },
  };
}

const same = (value: string): string => value;
const readMinutes = (text: string): string | undefined => readTime(text, false);
const readWithSeconds = (text: string): string | undefined => readTime(text, true);
