import { AutocompleteArrayInput, SelectArrayInput, type RaRecord } from 'react-admin';
import type { FieldInputs, FilterProps, InputProps } from '../../field-ui.ts';
import { useChoiceOptions } from '../../screen/choice-chip.ui.tsx';
import { useChoiceOptionsOf } from '../../screen/use-choice-options-of.ui.ts';
import { useFirstChips, useChipLabel } from '../../screen/use-first-chips.ui.tsx';

export const choicesInputs: FieldInputs = {
  Input: ChoicesField,
  Filter: ChoicesFilter,
};

function ChoicesField({ field, source, label, helperText, validate }: InputProps) {
  return (
    <AutocompleteArrayInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      choices={useChoiceOptionsOf(field, source)}
      {...useFirstChips(nameOf)}
      {...useChipLabel(source)}
      translateChoice={false}
      size="small"
      fullWidth
    />
  );
}

const nameOf = ({ name }: RaRecord): string => String(name);

function ChoicesFilter({ field, source, label }: FilterProps) {
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
