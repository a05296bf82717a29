import { Box } from '@mui/material';
import { useMemo } from 'react';
import { FormGroupsProvider, RecordContextProvider, SourceContextProvider } from 'react-admin';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import type { Action } from '../../../descriptor/actions.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import { problemText } from '../../messages/problem-text.ts';
import { FieldInput } from '../field-slot.tsx';
import { toNewValues, type Values } from '../form-values.ts';
import { GRID } from '../record-layout.ts';
import { capitalise } from '../../client/http.ts';

type ActionFormProps = { action: Action; form: UseFormReturn<Values> };

/** The inputs of an action's form, each by the type of its field. */
export function ActionForm({ action, form }: ActionFormProps) {
  const sources = useMemo(
    () => ({ getSource: (source: string) => source, getLabel: (source: string) => source }),
    [],
  );
  return (
    <RecordContextProvider value={undefined}>
      <SourceContextProvider value={sources}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            <Box sx={gridSx}>
              {[...action.form.values()].map((field) => (
                <FieldInput key={field.name} field={field} span={GRID} />
              ))}
            </Box>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </RecordContextProvider>
  );
}

/** The form's state; `submit` hands on what was told once every field is right, as it would be stored. */
export function useActionForm({ form: fields }: Action) {
  const own = useMemo(() => [...fields.values()], [fields]);
  const form = useForm<Values>({
    defaultValues: useMemo(() => toNewValues(own), [own]),
    mode: 'onTouched',
    resolver: (values) => {
      const told: Values = {};
      const errors: Record<string, { type: string; message: string }> = {};
      for (const field of own) {
        const checked = checkField(field, values[field.name]);
        if ('value' in checked) told[field.name] = checked.value;
        else {
          const message = capitalise(checked.problems.map((each) => problemText(each)).join('; '));
          errors[field.name] = { type: 'rule', message };
        }
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: told, errors: {} };
    },
  });
  const submit = (act: (told: Values) => Promise<void>) => () => void form.handleSubmit(act)();
  return { form, submit };
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: `repeat(${GRID}, minmax(0, 1fr))`,
  gap: 1,
};
