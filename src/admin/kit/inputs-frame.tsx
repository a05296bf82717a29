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
  /** The record the inputs edit; omitted for a new record, or without one. */
  record?: RaRecord | undefined;
  children: ReactNode;
};

/** The contexts that inputs of fields need; each input is named like its field. */
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
