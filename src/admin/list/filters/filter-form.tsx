import { Box, Button } from '@mui/material';
import { useListContext } from 'react-admin';
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Field } from '../../../fields/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { inputsOf } from '../../kit/field-inputs.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toFilterGroups, toKey, withoutField } from './filter-groups.ts';

/** The conditions that a field's type offers. The list follows while the user chooses. */
export function FilterForm({ field, onClose }: { field: Field; onClose: () => void }) {
  const { form, clear } = useFilterForm(field);
  const { translate, say } = useI18n();
  const { Filter } = inputsOf(field);
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={focusFirst}
        // The list follows anyway; Enter only closes the form.
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <Filter field={field} source={field.name} label={say(field.label)} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1.5 }}>
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              clear();
              onClose();
            }}
          >
            {translate('list.clear')}
          </Button>
          <Button type="submit" size="small">
            {translate('list.done')}
          </Button>
        </Box>
      </Box>
    </FormProvider>
  );
}

function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input, [role="combobox"]')?.focus();
}

const PAUSE = 300;

/**
 * A form for the conditions of one field. The list follows it shortly after the last key press. A pending
 * change still counts when the form closes: react-admin's own live form forgets it.
 */
export function useFilterForm(field: Field): { form: UseFormReturn; clear: () => void } {
  const view = useResource();
  const { filterValues, setFilters } = useListContext();
  const group = toFilterGroups(view, filterValues).groups.find((one) => one.field === field);
  const form = useForm({
    defaultValues: toFormValues(group?.entries.map((entry) => [toKey(entry), entry.value])),
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const apply = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setFilters({ ...withoutField(view, filterValues, field), ...form.getValues() });
  });
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Without a name, the event is the start of the form itself.
        if (name === undefined) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(apply, PAUSE);
      },
    });
    return () => {
      unsubscribe();
      if (timer.current !== undefined) apply();
    };
  }, [form]);

  const clear = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setFilters(withoutField(view, filterValues, field));
  };
  return { form, clear };
}

/** `tagtog.id_contains` in the shape of form values: `{ tagtog: { id_contains } }`. */
function toFormValues(entries: readonly (readonly [string, unknown])[] = []): FieldValues {
  const values: FieldValues = {};
  for (const [key, value] of entries) {
    const [head = '', part] = key.split('.');
    if (part === undefined) values[head] = value;
    else values[head] = { ...(values[head] as object | undefined), [part]: value };
  }
  return values;
}
