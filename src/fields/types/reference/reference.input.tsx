import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
  ReferenceInput,
} from 'react-admin';
import type { FieldInputs, FilterProps, InputProps } from '../../type/field-ui.ts';
import { useReferences } from '../../type/reference-context.tsx';
import {
  HiddenRecords,
  useRecordOptions,
  useHiddenRecords,
} from '../../screen/record-options.ui.tsx';
import { LineInput } from '../../screen/line-input.ui.tsx';

export const referenceInputs: FieldInputs = { Input: ReferenceField, Filter: ReferenceFilter };

/** A user without read permission on the other resource can still enter the record's `_id`. */
function ReferenceField(props: InputProps) {
  const isReadable = useReferences().mayRead(props.field.settings.to);
  return isReadable ? <RecordInput {...props} /> : <LineInput {...props} />;
}

function RecordInput(props: InputProps) {
  const only = props.offers?.values;
  const { reference, options, first } = useRecordOptions(props.field.settings.to, props.target);
  const filter = { ...reference.filter, ...(only && { _id_in: only }) };
  return (
    <ReferenceInput source={props.source} {...reference} filter={filter}>
      <ChosenRecord {...props} helperText={first ?? props.helperText} options={options} />
    </ReferenceInput>
  );
}

type ChosenRecordProps = Omit<InputProps, 'helperText'> & {
  helperText: string | undefined;
  options: ReturnType<typeof useRecordOptions>['options'];
};

function ChosenRecord({ source, label, helperText, validate, options }: ChosenRecordProps) {
  const { shown, set } = useHiddenRecords(source);
  return (
    <>
      <AutocompleteInput
        {...options}
        label={label}
        helperText={helperText ?? false}
        validate={validate}
      />
      <HiddenRecords ids={shown} onRemove={() => set(null)} />
    </>
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
