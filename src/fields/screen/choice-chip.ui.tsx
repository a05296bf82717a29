import {
  toChoices,
  type Choice,
  type ChoiceSettings,
  type ChoiceValue,
} from '../type/choice-list.ts';
import { showBidi } from '../text/direction-signs.ts';
import type { Field } from '../type/field.ts';
import { textIn } from '../problems/localized-text.ts';
import { useLanguage } from './texts.ui.ts';
import { Pill } from './pill.ui.tsx';

/** A chosen value with its label. A value that is no longer a choice appears as it is. */
export function ChoiceChip({ field, value }: { field: Field; value: ChoiceValue }) {
  const language = useLanguage();
  const choice = choiceOf(field, value);
  return <Pill colour={colourOf(choice?.color)}>{labelOf(choice ?? { value }, language)}</Pill>;
}

export function choiceLabel(field: Field, value: ChoiceValue, language: string): string {
  return labelOf(choiceOf(field, value) ?? { value }, language);
}

/** The choices for a menu. */
export function choiceOptions(field: Field, language: string) {
  return toChoices(field.settings as ChoiceSettings).map((choice) => ({
    value: choice.value,
    label: labelOf(choice, language),
    isRetired: choice.retired === true,
  }));
}

/** The choices for react-admin's inputs, also those that are retired. */
export function useChoiceOptions(field: Field) {
  const language = useLanguage();
  return choiceOptions(field, language).map(({ value, label, isRetired }) => ({
    id: value,
    name: label,
    isRetired,
  }));
}

function choiceOf(field: Field, value: ChoiceValue): Choice | undefined {
  return toChoices(field.settings as ChoiceSettings).find((each) => each.value === value);
}

function labelOf({ value, label }: Choice, language: string): string {
  return showBidi(label === undefined ? String(value) : textIn(label, language));
}

function colourOf(color: Choice['color']) {
  if (color === undefined || color === 'neutral') return undefined;
  return color === 'danger' ? 'error' : color;
}
