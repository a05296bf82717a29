import { AutocompleteInput, SelectArrayInput, SelectInput } from 'react-admin';
import type { CellProps, FieldUi, FilterProps, InputProps } from './field-ui.ts';
import { ChoiceChip, useChoiceOptions } from './screen/choice-chip.ui.tsx';

export const choiceUi: FieldUi = {
  Cell: ChoiceCell,
  Input: ChoiceField,
  Filter: ChoiceFilter,
  width: () => 'narrow',
};

/** From here on one types a few letters rather than looking through a menu. */
const MANY = 12;

function ChoiceCell({ field, value }: CellProps) {
  return <ChoiceChip field={field} value={value as string | number} />;
}

function ChoiceField({ field, source, label, helperText, validate }: InputProps) {
  const choices = useChoiceOptions(field);
  const common = {
    source,
    label,
    helperText: helperText ?? false,
    validate,
    choices,
    translateChoice: false,
    size: 'small',
    fullWidth: true,
  } as const;
  return choices.length > MANY ? (
    <AutocompleteInput {...common} />
  ) : (
    <SelectInput {...common} resettable />
  );
}

function ChoiceFilter({ field, source, label }: FilterProps) {
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
