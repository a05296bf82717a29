import { useId } from 'react';
import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useI18n } from '../../kit/use-i18n.ts';

/** The labels of the values that a field can have, as a list that an input offers; none for a field that takes any. */
export function useChoiceList(field: Field | undefined) {
  const { language, texts } = useI18n();
  const id = useId();
  const options = (field && uiOf(field).options?.(field, language, texts.values)) ?? [];
  const hasChoices = options.some(({ isRetired }) => !isRetired);
  return {
    /** The id of the list, for the input. */
    list: hasChoices ? id : undefined,
    datalist: hasChoices && (
      <datalist id={id}>
        {options
          .filter(({ isRetired }) => !isRetired)
          .map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
      </datalist>
    ),
  };
}
