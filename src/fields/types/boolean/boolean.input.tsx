import { BooleanInput, NullableBooleanInput, useInput } from 'react-admin';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../../type/field-ui.ts';
import { SelectFilter } from '../../screen/select-filter.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const booleanInputs: FieldInputs = { Input: BooleanField, Filter: BooleanFilter };

const required = { slotProps: { input: { 'aria-required': true } } };

/** A switch offers yes and no; an optional field needs a third choice, unknown. */
function BooleanField(props: InputProps) {
  const texts = useFieldTexts();
  const { size, fullWidth, ...common } = toInputProps(props);
  if (props.field.required) return <BooleanInput {...common} options={required} />;
  return (
    <NullableBooleanInput
      {...{ ...common, size, fullWidth }}
      nullLabel={texts.unknown}
      trueLabel={texts.yes}
      falseLabel={texts.no}
    />
  );
}

function BooleanFilter({ source, label }: FilterProps) {
  const texts = useFieldTexts();
  const { field } = useInput({ source });
  const value = String(field.value ?? '');
  return (
    <SelectFilter
      label={label}
      value={value}
      onChange={(chosen) => field.onChange(chosen === '' ? null : chosen === 'true')}
      options={{ true: texts.yes, false: texts.no }}
    />
  );
}
