import { Box, Chip } from '@mui/material';
import { alpha, type Theme } from '@mui/material/styles';
import { toChoices, type Choice, type ChoiceSettings, type ChoiceValue } from '../choice-list.ts';
import type { Field } from '../field.ts';
import { textIn } from '../localized-text.ts';
import { useLanguage } from './language.ui.ts';

/** A chosen value by its label. A value that is no choice any more is shown as it is. */
export function ChoiceChip({ field, value }: { field: Field; value: ChoiceValue }) {
  const language = useLanguage();
  const choice = toChoices(field.settings as ChoiceSettings).find((each) => each.value === value);
  return (
    <Chip
      size="small"
      label={labelOf(choice ?? { value }, language)}
      sx={(theme) => colorSx(theme, choice?.color)}
      icon={choice?.color && choice.color !== 'neutral' ? <Dot color={choice.color} /> : undefined}
    />
  );
}

/** The choices for a menu. */
export function choiceOptions(field: Field, language: string) {
  return toChoices(field.settings as ChoiceSettings).map((choice) => ({
    value: choice.value,
    label: labelOf(choice, language),
  }));
}

/** The choices as react-admin's inputs take them. */
export function useChoiceOptions(field: Field): { id: ChoiceValue; name: string }[] {
  const language = useLanguage();
  return toChoices(field.settings as ChoiceSettings).map((choice) => ({
    id: choice.value,
    name: labelOf(choice, language),
  }));
}

function labelOf({ value, label }: Choice, language: string): string {
  return label === undefined ? String(value) : textIn(label, language);
}

type Color = Exclude<NonNullable<Choice['color']>, 'neutral'>;

/** The colour is a tint and a dot; the text keeps the contrast of any other. */
function Dot({ color }: { color: Color }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 8,
        height: 8,
        borderRadius: '50%',
        bgcolor: `${paletteOf(color)}.main`,
        ml: '8px !important',
      }}
    />
  );
}

function colorSx(theme: Theme, color: Choice['color']) {
  const isNeutral = color === undefined || color === 'neutral';
  return {
    maxWidth: '100%',
    color: 'text.primary',
    bgcolor: isNeutral ? 'action.selected' : alpha(theme.palette[paletteOf(color)].main, 0.16),
  };
}

function paletteOf(color: Color): 'primary' | 'info' | 'success' | 'warning' | 'error' {
  return color === 'danger' ? 'error' : color;
}
