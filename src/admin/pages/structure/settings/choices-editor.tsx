import { Box, Button, FormHelperText, TextField } from '@mui/material';
import { useId, useState } from 'react';
import { insertAt, moveAt, removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import { rename } from '../../../../descriptor/edits/rename.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { isObject } from '../../../../descriptor/json-object.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { choiceColors } from '../../../../fields/type/choice-list.ts';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { useSettingNames } from './setting-context.ts';
import { EntryTools } from './entry-tools.tsx';
import { TypedText } from './text-inputs.tsx';
import { languageName, wordsIn, withWords } from './text-parts.ts';
import type { Setting } from './to-settings.ts';
import { useKeptKeys } from './use-kept-keys.ts';
import { useSettingWords } from './use-setting-words.ts';

type ChoicesEditorProps = {
  /** Of the list. */
  path: Path;
  setting: Setting;
  value: unknown;
  problem: string | undefined;
  isReadOnly: boolean;
};

/** The choices of a field: their values, labels, colours and order. A choice with another value is renamed everywhere. */
export function ChoicesEditor({ path, setting, value, problem, isReadOnly }: ChoicesEditorProps) {
  const { choices: texts } = useTexts('structure-fields');
  const id = useId();
  const { labelOf } = useSettingWords();
  const { keyOf, renamed } = useKeptKeys();
  if (!Array.isArray(value)) return <Hint>{texts.ofRoles}</Hint>;
  const list: readonly unknown[] = value;
  return (
    <Box component="fieldset" disabled={isReadOnly} aria-describedby={id} sx={frameSx}>
      <legend>{labelOf(setting)}</legend>
      {problem !== undefined && (
        <FormHelperText id={id} error>
          {problem}
        </FormHelperText>
      )}
      {list.map((choice, at) => (
        <ChoiceLine
          key={isFirst(list, at) ? keyOf(String(valueOf(choice))) : at}
          {...{ path, choice, at }}
          count={list.length}
          onRename={renamed}
        />
      ))}
      {!isReadOnly && <NewChoice path={path} list={list} />}
    </Box>
  );
}

/** Whether no choice above has the same value. */
function isFirst(list: readonly unknown[], at: number): boolean {
  const values = list.map((choice) => String(valueOf(choice)));
  return values.indexOf(String(valueOf(list[at]))) === at;
}

function valueOf(choice: unknown): unknown {
  return isObject(choice) ? choice['value'] : choice;
}

/** A value as it is typed: a whole number, where the others are numbers too. */
function toValue(text: string, isNumber: boolean): string | number {
  return isNumber && /^-?\d+$/.test(text.trim()) ? Number(text) : text.trim();
}

type ChoiceLineProps = {
  path: Path;
  choice: unknown;
  at: number;
  count: number;
  onRename: (from: string, to: string) => void;
};

function ChoiceLine({ path, choice, at, count, onRename }: ChoiceLineProps) {
  const { choices: texts } = useTexts('structure-fields');
  const { languages } = useSettingNames();
  const { edit, theirs } = useStructureDraft();
  const value = valueOf(choice);
  const name = String(value);
  const { label, color, retired } = asObject(choice);
  const own = [...path, at];
  const move = (before: number | undefined) => edit((files) => moveAt(files, own, before));
  const set = (part: string, next: unknown) =>
    edit((files) =>
      next === undefined ? removeAt(files, [...own, part]) : setAt(files, [...own, part], next),
    );
  const applied = theirs.applied ? theirs.files : undefined;
  return (
    <Box sx={lineSx} role="group" aria-label={name} data-item={name}>
      <TypedText
        label={texts.value}
        value={name}
        onText={(text) => {
          const to = toValue(text, typeof value === 'number');
          if (to !== '' && edit((files) => rename(files, own, to, applied)))
            onRename(name, String(to));
        }}
      />
      {languages.map((language) => (
        <TypedText
          key={language}
          label={languageName(language)}
          value={wordsIn(label, language, languages)}
          onText={(text) => {
            const words = withWords(label, languages, { language, text, usual: name });
            if (words !== undefined || label !== undefined) set('label', words);
          }}
        />
      ))}
      <ColorSelect color={color} onChange={(next) => set('color', next)} />
      <Box sx={{ display: 'flex', alignItems: 'center', gridColumn: '1 / -1' }}>
        <CheckField
          isDense
          label={texts.retired}
          checked={retired === true}
          onChange={(isOn) => set('retired', isOn ? true : undefined)}
        />
        <EntryTools
          name={name}
          onUp={at > 0 ? () => move(at - 1) : undefined}
          onDown={at < count - 1 ? () => move(at + 2 < count ? at + 2 : undefined) : undefined}
          onRemove={count > 1 ? () => edit((files) => removeAt(files, own)) : undefined}
        />
      </Box>
    </Box>
  );
}

type ColorSelectProps = { color: unknown; onChange: (color: string | undefined) => void };

function ColorSelect({ color, onChange }: ColorSelectProps) {
  const { choices: texts } = useTexts('structure-fields');
  const { optionOf } = useSettingWords();
  return (
    <NativeSelect
      label={texts.color}
      none={texts.noColor}
      value={typeof color === 'string' ? color : ''}
      options={choiceColors.map((one) => [one, optionOf(one)] as const)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

function NewChoice({ path, list }: { path: Path; list: readonly unknown[] }) {
  const { choices: texts } = useTexts('structure-fields');
  const { edit } = useStructureDraft();
  const [typed, setTyped] = useState('');
  const value = toValue(typed, list.length > 0 && typeof valueOf(list[0]) === 'number');
  const isTaken = list.some((choice) => String(valueOf(choice)) === String(value));
  const add = (): void => {
    if (value === '' || isTaken) return;
    if (edit((files) => insertAt(files, path, { key: list.length, value }))) setTyped('');
  };
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <TextField
        size="small"
        margin="none"
        label={texts.new}
        value={typed}
        error={isTaken}
        helperText={isTaken ? texts.taken : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        sx={{ flex: 1 }}
      />
      <Button onClick={add}>{texts.add}</Button>
    </Box>
  );
}

const frameSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  m: 0,
  p: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
};

const lineSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
  columnGap: 1,
  rowGap: 1.75,
  pb: 1,
  borderBottom: 1,
  borderColor: 'divider',
};
