import { TextArrayInput, useTranslate } from 'react-admin';
import type { FieldInputs, FilterProps, InputProps } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';

export const tagsInputs: FieldInputs = {
  Input: TagsField,
  Filter: TagsFilter,
};

function TagsField({ source, label, helperText, validate }: InputProps) {
  return (
    <TextArrayInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      size="small"
      fullWidth
    />
  );
}

/** Has one of these tags, or one that contains the text. */
function TagsFilter({ source, label, field }: FilterProps) {
  return (
    <>
      <TextArrayInput
        source={`${source}_in`}
        label={useTranslate()('values.one_of', { label })}
        helperText={false}
        size="small"
        fullWidth
      />
      <ContainsFilter source={source} label={label} field={field} />
    </>
  );
}
