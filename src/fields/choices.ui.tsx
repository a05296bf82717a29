import { AutocompleteArrayInput, SelectArrayInput } from 'react-admin';
import type { ChoiceValue } from './choice-list.ts';
import type { CellProps, FieldUi, FilterProps, InputProps } from './field-ui.ts';
import { ChoiceChip, useChoiceOptions } from './screen/choice-chip.ui.tsx';
import { SomeOf } from './screen/some-of.ui.tsx';

export const choicesUi: FieldUi = { Cell: ChoicesCell, Input: ChoicesField, Filter: ChoicesFilter };

function ChoicesCell({ field, value, place }: CellProps) {
  return (
    <SomeOf
      members={value as readonly ChoiceValue[]}
      place={place}
      draw={(values) =>
        values.map((each) => ({ key: each, node: <ChoiceChip field={field} value={each} /> }))
      }
    />
  );
}

function ChoicesField({ field, source, label, helperText, validate }: InputProps) {
  return (
    <AutocompleteArrayInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      choices={useChoiceOptions(field)}
      translateChoice={false}
      size="small"
      fullWidth
    />
  );
}

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
