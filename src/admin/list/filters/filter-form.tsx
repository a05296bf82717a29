import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../messages/use-text.ts';
import { inputsOf } from '../../kit/field-inputs.ts';
import { useFilterForm } from './use-filter-form.ts';

type FilterFormProps = { field: Field; onClose: () => void };

/** The conditions a field's type offers. The list follows while one chooses. */
export function FilterForm({ field, onClose }: FilterFormProps) {
  const { form, clear } = useFilterForm(field);
  const say = useText();
  const translate = useTranslate();
  const { Filter } = inputsOf(field);
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={focusFirst}
        // The list follows anyway; Enter means "that is it".
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
