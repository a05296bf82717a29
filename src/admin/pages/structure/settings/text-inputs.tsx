import { Box, TextField } from '@mui/material';
import { useId } from 'react';
import { isObject } from '../../../../descriptor/json-object.ts';
import { asTexts } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { readValue, writeValue } from './json-text.ts';
import { Help, HelpText, type SettingInputProps } from './setting-help.tsx';
import { usePathParts, useSettingNames, type NamedPart } from './setting-context.ts';
import { languageName, seenWords, wordsIn, withWords } from './text-parts.ts';
import { useSettingWords } from './use-setting-words.ts';
import { useTyped } from './use-typed.ts';

type TextLineProps = SettingInputProps & {
  text: string;
  type?: string;
  placeholder?: string | undefined;
  isMultiline?: boolean;
  problemOf?: (text: string) => string | undefined;
  hint?: string;
  /** Offered while somebody types. */
  parts?: readonly NamedPart[];
  onText: (text: string) => void;
};

/** A setting in one input. */
export function TextLine(props: TextLineProps) {
  const { setting, text, problem, isMultiline = false, problemOf, hint, onText } = props;
  const { parts } = props;
  const { labelOf } = useSettingWords();
  const list = useId();
  const typed = useTyped({ value: text, problemOf, isMultiline, onCommit: onText });
  const wrong = typed.problem ?? problem;
  return (
    <>
      <TextField
        {...typed.input}
        fullWidth
        margin="none"
        type={props.type}
        multiline={isMultiline}
        label={labelOf(setting)}
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
          htmlInput: parts && { list },
        }}
      />
      {parts && (
        <datalist id={list}>
          {parts.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

export function PlainInput(props: SettingInputProps & Pick<TextLineProps, 'parts'>) {
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

/** The name of a field, which can lead through references. */
export function PathInput(props: SettingInputProps) {
  return <PlainInput {...props} parts={usePathParts(true)} />;
}

export function NumberInput(props: SettingInputProps) {
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

export function LinesInput(props: SettingInputProps) {
  const { panel } = useTexts('structure-fields');
  return <WordsInput {...props} between={/\n/} joined={'\n'} hint={panel.perLine} />;
}

/** The values of new choices. What else they have follows once they are there. */
export function NewChoicesInput(props: SettingInputProps) {
  const { panel } = useTexts('structure-fields');
  const setting = useSettingWords().bare(props.setting);
  return (
    <WordsInput {...props} {...{ setting }} between={/[,;\n]/} joined=", " hint={panel.separated} />
  );
}

type WordsInputProps = SettingInputProps & { between: RegExp; joined: string; hint: string };

function WordsInput({ between, joined, ...props }: WordsInputProps) {
  const { value, onChange } = props;
  return (
    <TextLine
      {...props}
      isMultiline
      text={asTexts(value).join(joined)}
      onText={(text) => {
        const words = text.split(between).map((word) => word.trim());
        const named = [...new Set(words.filter((word) => word !== ''))];
        onChange(named.length > 0 ? named : undefined);
      }}
    />
  );
}

export function ValueInput(props: SettingInputProps) {
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

export function LocalizedInput(props: SettingInputProps) {
  const { setting, value, problem, usual = '', onChange } = props;
  const { languages } = useSettingNames();
  const help = useId();
  const label = useSettingWords().labelOf(setting);
  return (
    <Box sx={{ display: 'grid', gap: 1.75 }}>
      {languages.map((language) => (
        <TypedText
          key={language}
          label={languages.length > 1 ? `${label} (${languageName(language)})` : label}
          value={wordsIn(value, language, languages)}
          seen={seenWords(value, language, usual)}
          // One text counts for all languages; otherwise each has its own.
          isMissing={isObject(value) && value[language] === undefined}
          isReadOnly={props.isReadOnly}
          isWrong={problem !== undefined}
          help={help}
          onText={(text) => onChange(withWords(value, languages, { language, text, usual }))}
        />
      ))}
      <Help id={help} setting={setting} problem={problem} />
    </Box>
  );
}

type TypedTextProps = {
  label: string;
  value: string;
  /** What people see without words of this language. */
  seen?: string;
  isMissing?: boolean;
  isReadOnly?: boolean | undefined;
  isWrong?: boolean;
  /** The ID of what explains it, and of what is wrong with it. */
  help?: string;
  onText: (text: string) => void;
};

/** A text without a setting of its own. */
export function TypedText(props: TypedTextProps) {
  const {
    label,
    value,
    seen,
    isMissing = false,
    isReadOnly,
    isWrong = false,
    help,
    onText,
  } = props;
  const { input } = useTyped({ value, onCommit: onText });
  return (
    <TextField
      {...input}
      fullWidth
      margin="none"
      label={label}
      placeholder={seen}
      disabled={isReadOnly}
      error={isWrong || isMissing}
      slotProps={{
        htmlInput: { 'aria-describedby': help },
        ...(seen !== undefined && { inputLabel: { shrink: true } }),
      }}
    />
  );
}
