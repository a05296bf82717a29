import { AutocompleteInput, SelectArrayInput, SelectInput } from 'react-admin';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../../type/field-ui.ts';
import { useChoiceOptions } from '../../screen/choice-chip.ui.tsx';
import { useChoiceOptionsOf } from '../../screen/use-choice-options-of.ui.ts';

export const choiceInputs: FieldInputs = { Input: ChoiceField, Filter: ChoiceFilter };

/** From so many choices on, typing a few letters is faster than a menu. */
const MANY = 12;

function ChoiceField(props: InputProps) {
  const { field, source, offers } = props;
  const options = useChoiceOptionsOf(field, source);
  const choices = offers ? options.filter(({ id }) => offers.has(id)) : options;
  const common = { ...toInputProps(props), choices, translateChoice: false };
  return choices.length > MANY ? (
    <AutocompleteInput {...common} />
  ) : (
    // A required choice can be changed, but not cleared.
    <SelectInput {...common} resettable={!field.required} />
  );
}

export function ChoiceFilter({ field, source, label }: FilterProps) {
  return (
    <SelectArrayInput
      source={`${source}_in`}
      label={label}
      choices={useChoiceOptions(field)}
      translateChoice={false}
      helperText={false}
      size="small"
      fullWidth
    />
  );
}
