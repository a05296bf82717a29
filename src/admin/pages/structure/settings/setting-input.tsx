import { Box, Switch, FormControlLabel, TextField } from '@mui/material';
import { useId, type ComponentType } from 'react';
import { asTexts } from '../../../../descriptor/read/draft.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { languageNames, isLanguage } from '../../../../fields/problems/languages.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { readValue, writeValue } from './json-text.ts';
import { Help, HelpText } from './setting-help.tsx';
import { useSettingNames } from './setting-context.ts';
import { wordsIn, withWords } from './text-parts.ts';
import type { Setting, SettingKind } from './to-settings.ts';
import { useTyped } from './use-typed.ts';

export type SettingInputProps = {
  setting: Setting;
  /** Undefined without the setting. */
  value: unknown;
  /** What the check says about it. */
  problem?: string | undefined;
  /** An example of a value, for what has a form of its own. */
  example?: unknown;
  isReadOnly?: boolean;
  onChange: (value: unknown) => void;
};

/** An input for a setting, as its kind needs it, with its description and its default. */
export function SettingInput(props: SettingInputProps) {
  const Input = inputs[props.setting.kind];
  return <Input {...props} />;
}

const inputs: Record<SettingKind, ComponentType<SettingInputProps>> = {
  switch: SwitchInput,
  number: NumberInput,
  text: PlainInput,
  option: OptionInput,
  localized: LocalizedInput,
  choices: LinesInput,
  collection: CollectionInput,
  field: FieldInput,
  roles: RolesInput,
  texts: LinesInput,
  value: ValueInput,
};

/** The name of a setting in words: `minLength` becomes `Min length`. */
function settingLabel({ name }: Setting): string {
  return nameToLabel(name);
}

function SwitchInput({ setting, value, problem, isReadOnly, onChange }: SettingInputProps) {
  const id = useId();
  const isOn = value === undefined ? setting.preset === true : value === true;
  return (
    <Box>
      <FormControlLabel
        label={<span lang="en">{settingLabel(setting)}</span>}
        control={
          <Switch
            checked={isOn}
            disabled={isReadOnly}
            // Nothing is written that counts anyway.
            onChange={(_, next) => onChange(next === (setting.preset === true) ? undefined : next)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <Help id={id} setting={setting} problem={problem} />
    </Box>
  );
}

type TextLineProps = SettingInputProps & {
  text: string;
  type?: string;
  placeholder?: string | undefined;
  isMultiline?: boolean;
  problemOf?: (text: string) => string | undefined;
  hint?: string;
  onText: (text: string) => void;
};

function TextLine(props: TextLineProps) {
  const { setting, text, problem, isMultiline = false, problemOf, hint, onText } = props;
  const typed = useTyped({ value: text, problemOf, isMultiline, onCommit: onText });
  const wrong = typed.problem ?? problem;
  return (
    <TextField
      {...typed.input}
      fullWidth
      margin="none"
      type={props.type}
      multiline={isMultiline}
      label={<span lang="en">{settingLabel(setting)}</span>}
      placeholder={props.placeholder}
      required={setting.isRequired}
      disabled={props.isReadOnly}
      error={wrong !== undefined}
      helperText={
        <HelpText setting={setting} problem={wrong}>
          {hint !== undefined && <> {hint}</>}
        </HelpText>
      }
      slotProps={{
        inputLabel: { shrink: true },
        formHelperText: { component: 'div' },
      }}
    />
  );
}

function PlainInput(props: SettingInputProps) {
  const { value, example, onChange } = props;
  return (
    <TextLine
      {...props}
      text={typeof value === 'string' ? value : ''}
      placeholder={typeof example === 'string' ? example : undefined}
      onText={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}

function NumberInput(props: SettingInputProps) {
  const { value, preset, onChange } = { ...props, preset: props.setting.preset };
  return (
    <TextLine
      {...props}
      type="number"
      text={typeof value === 'number' ? String(value) : ''}
      placeholder={typeof preset === 'number' ? String(preset) : undefined}
      onText={(text) => onChange(text === '' ? undefined : Number(text))}
    />
  );
}

function LinesInput(props: SettingInputProps) {
  const { panel } = useTexts('structure-fields');
  const { value, onChange } = props;
  return (
    <TextLine
      {...props}
      isMultiline
      text={asTexts(value).join('\n')}
      hint={panel.perLine}
      onText={(text) => {
        const lines = text.split('\n').map((line) => line.trim());
        const named = [...new Set(lines.filter((line) => line !== ''))];
        onChange(named.length > 0 ? named : undefined);
      }}
    />
  );
}

function ValueInput(props: SettingInputProps) {
  const { panel } = useTexts('structure-fields');
  const { value, example, onChange } = props;
  return (
    <TextLine
      {...props}
      isMultiline
      text={writeValue(value)}
      placeholder={writeValue(example)}
      hint={panel.json}
      problemOf={(text) => {
        const { problem } = readValue(text);
        return problem === undefined ? undefined : fillTemplate(panel.invalid, { reason: problem });
      }}
      onText={(text) => onChange(readValue(text).value)}
    />
  );
}

type SelectProps = SettingInputProps & {
  options: readonly (readonly [value: string, text: string])[];
};

function SelectInput({ setting, value, problem, isReadOnly, options, onChange }: SelectProps) {
  const { panel } = useTexts('structure-fields');
  const text = typeof value === 'string' ? value : '';
  // A name that is not declared (any more) stays until somebody chooses another.
  const isKnown = text === '' || options.some(([name]) => name === text);
  return (
    <Box component="fieldset" disabled={isReadOnly} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <NativeSelect
        label={settingLabel(setting)}
        value={text}
        {...(setting.isRequired && text !== ''
          ? {}
          : { none: setting.isRequired ? panel.choose : panel.none })}
        options={isKnown ? options : [[text, text], ...options]}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
      <Help setting={setting} problem={problem} />
    </Box>
  );
}

function OptionInput(props: SettingInputProps) {
  return <SelectInput {...props} options={props.setting.options.map((one) => [one, one])} />;
}

function CollectionInput(props: SettingInputProps) {
  return <SelectInput {...props} options={useSettingNames().collections} />;
}

function FieldInput(props: SettingInputProps) {
  return <SelectInput {...props} options={useSettingNames().fields} />;
}

function RolesInput({ setting, value, problem, isReadOnly, onChange }: SettingInputProps) {
  const { panel } = useTexts('structure-fields');
  const { roles } = useSettingNames();
  const id = useId();
  const chosen = asTexts(value);
  return (
    <Box role="group" aria-labelledby={id}>
      <Box id={id} lang="en" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {settingLabel(setting)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
        {roles.map(([name, label]) => (
          <CheckField
            key={name}
            label={label}
            checked={chosen.includes(name)}
            disabled={isReadOnly}
            onChange={(isOn) => {
              const next = roles
                .map(([one]) => one)
                .filter((one) => (one === name ? isOn : chosen.includes(one)));
              onChange(next.length > 0 ? next : undefined);
            }}
          />
        ))}
      </Box>
      <Help setting={setting} problem={problem}>
        {chosen.length === 0 && <> {panel.roles}</>}
      </Help>
    </Box>
  );
}

function LocalizedInput(props: SettingInputProps) {
  const { setting, value, problem, onChange } = props;
  const { languages } = useSettingNames();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {languages.map((language) => (
        <WordsInput
          key={language}
          label={
            languages.length > 1
              ? `${settingLabel(setting)} (${languageName(language)})`
              : settingLabel(setting)
          }
          value={wordsIn(value, language, languages)}
          isReadOnly={props.isReadOnly}
          onText={(text) => onChange(withWords(value, languages, { language, text, usual: text }))}
        />
      ))}
      <Help setting={setting} problem={problem} />
    </Box>
  );
}

type WordsInputProps = {
  label: string;
  value: string;
  isReadOnly: boolean | undefined;
  onText: (text: string) => void;
};

function WordsInput({ label, value, isReadOnly, onText }: WordsInputProps) {
  const { input } = useTyped({ value, onCommit: onText });
  return <TextField {...input} fullWidth margin="none" label={label} disabled={isReadOnly} />;
}

export function languageName(language: string): string {
  return isLanguage(language) ? languageNames[language] : language;
}
