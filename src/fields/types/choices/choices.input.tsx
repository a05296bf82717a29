import { AutocompleteArrayInput, type RaRecord } from 'react-admin';
import { toInputProps, type FieldInputs } from '../../type/field-ui.ts';
import { ChoiceFilter } from '../choice/choice.input.tsx';
import { useChoiceOptionsOf } from '../../screen/use-choice-options-of.ui.ts';
import { useFirstChips, useChipLabel } from '../../screen/use-first-chips.ui.tsx';

export const choicesInputs: FieldInputs = {
  Input: (props) => {
    const { field, source } = props;
    return (
      <AutocompleteArrayInput
        {...toInputProps(props)}
        choices={useChoiceOptionsOf(field, source)}
        {...useFirstChips(nameOf)}
        {...useChipLabel(source)}
        translateChoice={false}
      />
    );
  },
  Filter: ChoiceFilter,
};

const nameOf = ({ name }: RaRecord): string => String(name);
