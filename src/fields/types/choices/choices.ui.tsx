import type { ChoiceValue } from '../../type/choice-list.ts';
import type { FieldUi } from '../../type/field-ui.ts';
import { ChoiceChip, choiceLabel, choiceOptions } from '../../screen/choice-chip.ui.tsx';
import { useLanguage } from '../../screen/texts.ui.ts';
import { LimitedList } from '../../screen/limited-list.ui.tsx';

export const choicesUi: FieldUi = {
  Cell: ({ field, value, place }) => {
    const language = useLanguage();
    return (
      <LimitedList
        members={value as readonly ChoiceValue[]}
        place={place}
        draw={(values) =>
          values.map((each) => ({
            key: each,
            node: <ChoiceChip field={field} value={each} />,
            text: () => choiceLabel(field, each, language),
          }))
        }
      />
    );
  },
  line: 'pills',
  options: choiceOptions,
};
