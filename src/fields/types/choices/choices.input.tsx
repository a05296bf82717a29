import { AutocompleteArrayInput, type RaRecord } from 'react-admin';
import { toInputProps, type FieldInputs, type InputProps } from '../../field-ui.ts';
import { ChoiceFilter } from '../choice/choice.input.tsx';
import { useChoiceOptionsOf } from '../../screen/use-choice-options-of.ui.ts';
import { useFirstChips, useChipLabel } from '../../screen/use-first-chips.ui.tsx';

export const choicesInputs: FieldInputs = {
  Input: ChoicesField,
  Filter: ChoiceFilter,
};

function ChoicesField(props: InputProps) {
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
}

const nameOf = ({ name }: RaRecord): string => String(name);
