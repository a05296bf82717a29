import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
  ReferenceInput,
} from 'react-admin';
import type { FieldInputs, FilterProps, InputProps } from './field-ui.ts';
import { useReferences } from './reference-context.tsx';
import { LineInput } from './screen/line-input.ui.tsx';
import { useRecordOptions } from './screen/use-record-options.ui.ts';

export const referenceInputs: FieldInputs = {
  Input: ReferenceField,
  Filter: ReferenceFilter,
};

/** Whoever may not look into the other resource can still say which record is meant, by its `_id`. */
function ReferenceField(props: InputProps) {
  const isReadable = useReferences().mayRead(props.field.settings.to);
  return isReadable ? <RecordInput {...props} /> : <LineInput {...props} />;
}

function RecordInput({ field, source, label, helperText, validate }: InputProps) {
  const { reference, options } = useRecordOptions(field.settings.to);
  return (
    <ReferenceInput source={source} {...reference}>
      <AutocompleteInput
        {...options}
        label={label}
        helperText={helperText ?? false}
        validate={validate}
      />
    </ReferenceInput>
  );
}

export function ReferenceFilter({ field, source, label }: FilterProps) {
  const { reference, options } = useRecordOptions(field.settings.to);
  if (!useReferences().mayRead(field.settings.to)) return null;
  return (
    <ReferenceArrayInput source={`${source}_in`} {...reference}>
      <AutocompleteArrayInput {...options} label={label} />
    </ReferenceArrayInput>
  );
}
