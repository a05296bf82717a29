import { TextField } from '@mui/material';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { languageName, withWords } from './text-parts.ts';

/** The label of something new in each language of the app. */
export type Labels = Readonly<Record<string, string>>;

/** The label that the name follows from: the first that somebody has typed. */
export function firstOf(labels: Labels, languages: readonly string[]): string {
  return languages.map((one) => labels[one]?.trim()).find(Boolean) ?? '';
}

/** The label as the descriptor has it; a language without words gets the usual ones. */
export function toWords(
  labels: Labels,
  languages: readonly string[],
  usual: string,
): string | JsonObject | undefined {
  return languages.reduce<string | JsonObject | undefined>(
    (words, language) =>
      withWords(words, languages, { language, text: labels[language] ?? '', usual }),
    undefined,
  );
}

type LabelInputsProps = {
  label: string;
  help?: string;
  labels: Labels;
  languages: readonly string[];
  isRequired?: boolean;
  hasFocus?: boolean;
  isDisabled?: boolean;
  onChange: (labels: Labels) => void;
};

export function LabelInputs(props: LabelInputsProps) {
  const { label, help, labels, languages, isDisabled = false, onChange } = props;
  const { isRequired = false, hasFocus = false } = props;
  return languages.map((language, at) => (
    <TextField
      key={language}
      autoFocus={hasFocus && at === 0}
      required={isRequired && at === 0}
      margin="none"
      disabled={isDisabled}
      label={languages.length > 1 ? `${label} (${languageName(language)})` : label}
      value={labels[language] ?? ''}
      onChange={({ target }) => onChange({ ...labels, [language]: target.value })}
      helperText={at === 0 ? help : undefined}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={{ flex: '1 1 240px' }}
    />
  ));
}
