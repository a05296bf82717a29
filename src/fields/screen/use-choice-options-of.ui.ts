import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { ChoiceValue } from '../choice-list.ts';
import type { Field } from '../field.ts';
import { useChoiceOptions } from './choice-chip.ui.tsx';

/** The choices for an input, plus values of the record that are no longer choices: shown, but not selectable. */
export function useChoiceOptionsOf(field: Field, source: string) {
  const translate = useTranslate();
  const value: unknown = useWatch({ name: source });
  const options = useChoiceOptions(field);
  const gone = [value].flat().filter((one) => one !== null && one !== undefined && one !== '');
  const left = gone.filter((one) => !options.some(({ id }) => id === one)) as ChoiceValue[];
  return [
    ...options,
    ...left.map((id) => ({
      id,
      name: translate('values.no_choice', { value: String(id) }),
      disabled: true,
    })),
  ];
}
