import { useMemo, type ReactNode } from 'react';
import {
  FormGroupsProvider,
  RecordContextProvider,
  SourceContextProvider,
  type RaRecord,
} from 'react-admin';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { FilesInputContext } from '../../fields/files/files-input-context.ui.ts';
import { lazyPart } from '../kit/loading/lazy-part.tsx';

const Input = lazyPart(
  () => import('../uploads/files-input.tsx'),
  'FilesInput',
  import.meta.glob('/src/admin/messages/*/record/uploads.ts'),
);

type InputsFrameProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The record the inputs edit; omitted for a new record, or without one. */
  record?: RaRecord | undefined;
  /** For fields in the form of an action, which files are uploaded for: `sources.review`. */
  owner?: string;
  children: ReactNode;
};

/** The contexts that inputs of fields need; each input is named like its field. */
export function InputsFrame<Values extends FieldValues>(props: InputsFrameProps<Values>) {
  const { form, record, owner, children } = props;
  const filesInputs = useMemo(() => ({ Input, owner }), [owner]);
  return (
    <RecordContextProvider value={record}>
      <SourceContextProvider value={sources}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            <FilesInputContext value={filesInputs}>{children}</FilesInputContext>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </RecordContextProvider>
  );
}

const sources = { getSource: (name: string) => name, getLabel: (name: string) => name };
