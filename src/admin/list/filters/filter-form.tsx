import { requireLast } from '../../../fields/require-entry.ts';
import { Box, Button } from '@mui/material';
import { useListContext } from 'react-admin';
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  isFilterTree,
  type FilterTerm,
  type FilterTree,
  termKey,
} from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/type/field.ts';
import { flattenFilters, type Filters } from '../../client/list-query.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { inputsOf } from '../../resource/field-inputs.ts';
import { useChangeFilters } from '../../resource/list-changes.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { toEntry, toFilterGroups, withoutField } from './filter-groups.ts';
import { partsOf, useFilterTree } from './filter-state.ts';

/** The conditions that a field's type offers. The list follows while the user chooses. */
export function FilterForm({ field, onClose }: { field: Field; onClose: () => void }) {
  const { form, clear } = useFilterForm(field);
  const { texts, say } = useI18n();
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
            {texts.list.clear}
          </Button>
          <Button type="submit" size="small">
            {texts.list.done}
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
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { tree, changeTree } = useFilterTree();
  const isBehind = view.resource.through.has(field.name);
  const group = toFilterGroups(view, filterValues).groups.find((one) => one.field === field);
  // Conditions on other records are in the nested filter.
  const entries = isBehind ? tree.items.filter(isOfField) : (group?.entries ?? []);
  const form = useForm({
    defaultValues: toFormValues(entries.map((entry) => [termKey(entry), entry.value])),
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const apply = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (isBehind) setBehind(flattenFilters(form.getValues()));
    else changeFilters((latest) => ({ ...withoutField(view, latest, field), ...form.getValues() }));
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
    if (isBehind) setBehind({});
    else changeFilters((latest) => withoutField(view, latest, field));
  };
  return { form, clear };

  function isOfField(item: FilterTerm | FilterTree): item is FilterTerm {
    return !isFilterTree(item) && item.path === field.name;
  }

  function setBehind(values: Filters): void {
    const terms = Object.entries(values).flatMap(([key, value]) => toEntry(view, key, value) ?? []);
    changeTree((latest) => ({
      join: 'and',
      items: [...partsOf(latest).filter((item) => !isOfField(item)), ...terms],
    }));
  }
}

/** `tagtog.id_contains` in the shape of form values: `{ tagtog: { id_contains } }`. */
function toFormValues(entries: readonly (readonly [string, unknown])[] = []): FieldValues {
  const values: FieldValues = {};
  for (const [key, value] of entries) {
    const steps = key.split('.');
    let inside = values;
    for (const step of steps.slice(0, -1)) inside = inside[step] ??= {};
    inside[requireLast(steps)] = value;
  }
  return values;
}
