import { AutocompleteArrayInput, ReferenceArrayInput, TextArrayInput } from 'react-admin';
import type { FieldInputs, InputProps } from './field-ui.ts';
import { useReferences } from './reference-context.tsx';
import { ReferenceFilter } from './reference.input.tsx';
import { useRecordOptions } from './screen/use-record-options.ui.ts';

export const referencesInputs: FieldInputs = {
  Input: ReferencesField,
  Filter: ReferenceFilter,
};

/** Whoever may not look into the other resource can still say which records are meant, by their `_id`. */
function ReferencesField(props: InputProps) {
  const isReadable = useReferences().mayRead(props.field.settings.to);
  return isReadable ? <RecordsInput {...props} /> : <IdsInput {...props} />;
}

function RecordsInput({ field, source, label, helperText, validate }: InputProps) {
  const { reference, options } = useRecordOptions(field.settings.to);
  return (
    <ReferenceArrayInput source={source} {...reference}>
      <AutocompleteArrayInput
        {...options}
        label={label}
        helperText={helperText ?? false}
        validate={validate}
      />
    </ReferenceArrayInput>
  );
}

function IdsInput({ source, label, helperText, validate }: InputProps) {
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
