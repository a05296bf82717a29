import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useI18n } from '../../kit/use-i18n.ts';

/** The labels of the values that the field can have; none for a field that takes any. */
export function useChoices(field: Field | undefined): readonly string[] {
  const { language, texts } = useI18n();
  if (!field) return [];
  const options = uiOf(field).options?.(field, language, texts.values) ?? [];
  return options.filter(({ isRetired }) => !isRetired).map(({ label }) => label);
}
