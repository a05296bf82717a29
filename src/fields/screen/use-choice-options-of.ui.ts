import { useFormState, useWatch } from 'react-hook-form';
import type { ChoiceValue } from '../type/choice-list.ts';
import type { Field } from '../type/field.ts';
import { useChoiceOptions } from './choice-chip.ui.tsx';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

/**
 * The choices for an input. Retired ones are among them only where the record has them; values that are no longer
 * choices are shown, but cannot be chosen again.
 */
export function useChoiceOptionsOf(field: Field, source: string) {
  const texts = useFieldTexts();
  const value: unknown = useWatch({ name: source });
  const { defaultValues } = useFormState();
  const all = useChoiceOptions(field);
  const had = [...membersOf(valueAt(defaultValues, source)), ...membersOf(value)];
  const options = all
    .filter(({ id, isRetired }) => !isRetired || had.includes(id))
    .map(({ id, name, isRetired }) => ({
      id,
      name: isRetired ? fillTemplate(texts.retiredChoice, { value: name }) : name,
    }));
  const left = membersOf(value).filter((one) => !all.some(({ id }) => id === one)) as ChoiceValue[];
  return [
    ...options,
    ...left.map((id) => ({
      id,
      name: fillTemplate(texts.noChoice, { value: String(id) }),
      disabled: true,
    })),
  ];
}

function membersOf(value: unknown): unknown[] {
  return [value].flat().filter((one) => one !== null && one !== undefined && one !== '');
}

function valueAt(values: unknown, source: string): unknown {
  return source
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values);
}
