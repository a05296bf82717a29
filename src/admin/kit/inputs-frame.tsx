import type { ReactNode } from 'react';
import {
  FormGroupsProvider,
  RecordContextProvider,
  SourceContextProvider,
  type RaRecord,
} from 'react-admin';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';

type InputsFrameProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** What is changed by the inputs; none of a record that is new, or of none. */
  record?: RaRecord | undefined;
  children: ReactNode;
};

/** What the inputs of fields need around them; each goes by the name of its field. */
export function InputsFrame<Values extends FieldValues>(props: InputsFrameProps<Values>) {
  const { form, record, children } = props;
  return (
    <RecordContextProvider value={record}>
      <SourceContextProvider value={sources}>
        <FormProvider {...form}>
          <FormGroupsProvider>{children}</FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </RecordContextProvider>
  );
}

const sources = { getSource: (name: string) => name, getLabel: (name: string) => name };
