import { Box, Button, Switch, FormControlLabel } from '@mui/material';
import { useId, type ComponentType, type ReactNode } from 'react';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { asTexts } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { announce } from '../../../kit/status/announcer.ts';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { AcceptInput } from './inputs/accept-input.tsx';
import { ConditionInput, ExpressionInput } from './condition-input.tsx';
import { DefaultInput } from './inputs/default-input.tsx';
import { SortInput } from './fields-input.tsx';
import { Help, HelpText, SettingLabel, type SettingInputProps } from './setting-help.tsx';
import { useSettingNames, type NamedPart } from './setting-context.ts';
import {
  LinesInput,
  LocalizedInput,
  NewChoicesInput,
  NumberInput,
  PathInput,
  PlainInput,
  ValueInput,
} from './text-inputs.tsx';
import { ShownAsInput } from './inputs/shown-as-input.tsx';
import { SizeInput } from './inputs/size-input.tsx';
import { UnitInput } from './inputs/unit-input.tsx';
import type { Setting, SettingKind } from './to-settings.ts';
import { useSettingWords } from './use-setting-words.ts';

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
  options: OptionsInput,
  localized: LocalizedInput,
  choices: NewChoicesInput,
  choice: ChoiceInput,
  someChoices: SomeChoicesInput,
  collection: CollectionInput,
  field: FieldInput,
  path: PathInput,
  fields: LinesInput,
  sort: SortInput,
  group: GroupInput,
  condition: ConditionInput,
  expression: ExpressionInput,
  unit: UnitInput,
  size: SizeInput,
  accept: AcceptInput,
  shownAs: ShownAsInput,
  default: DefaultInput,
  roles: RolesInput,
  texts: LinesInput,
  object: ValueInput,
  list: ValueInput,
  value: ValueInput,
};

function toParts(words: readonly string[]): NamedPart[] {
  return words.map((word) => [word, word]);
}

/** Whether a setting is a switch that is on: also settings in place of `true` say so. */
export function isSwitchedOn({ kind, preset }: Setting, value: unknown): boolean {
  return kind === 'switch' && (value === undefined ? preset === true : value !== false);
}

function SwitchInput({ setting, value, problem, isReadOnly, onChange }: SettingInputProps) {
  const id = useId();
  const isOn = isSwitchedOn(setting, value);
  const { labelOf } = useSettingWords();
  return (
    <Box>
      <FormControlLabel
        label={labelOf(setting)}
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

type PartsProps = SettingInputProps & { parts: readonly NamedPart[] };

function SelectInput({ setting, value, problem, isReadOnly, parts, onChange }: PartsProps) {
  const { panel } = useTexts('structure-fields');
  const { labelOf } = useSettingWords();
  const text = typeof value === 'string' ? value : '';
  const usual = parts.find(([name]) => name === setting.preset)?.[1];
  const none = usual === undefined ? panel.none : fillTemplate(panel.preset, { value: usual });
  // A name that is not declared (any more) stays until somebody chooses another.
  const isKnown = text === '' || parts.some(([name]) => name === text);
  return (
    <Box component="fieldset" disabled={isReadOnly} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <NativeSelect
        label={labelOf(setting)}
        value={text}
        {...(setting.isRequired && text !== ''
          ? {}
          : { none: setting.isRequired ? panel.choose : none })}
        options={(isKnown ? parts : [[text, text] as const, ...parts]).map(([name, label]) => [
          name,
          label,
        ])}
        problem={problem}
        help={<HelpText setting={setting} problem={problem} />}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    </Box>
  );
}

function OptionInput(props: SettingInputProps) {
  return <SelectInput {...props} parts={useOptions(props.setting)} />;
}

function useOptions({ options }: Setting): NamedPart[] {
  const { optionOf } = useSettingWords();
  return options.map((option) => [option, optionOf(option)]);
}

function CollectionInput(props: SettingInputProps) {
  return <SelectInput {...props} parts={useSettingNames().collections} />;
}

function FieldInput(props: SettingInputProps) {
  return <SelectInput {...props} parts={useSettingNames().fields} />;
}

function GroupInput(props: SettingInputProps) {
  return <SelectInput {...props} parts={useSettingNames().groups} />;
}

function ChoiceInput(props: SettingInputProps) {
  const { value, onChange } = props;
  const { parts, valueOf } = useChoices();
  return (
    <SelectInput
      {...props}
      {...{ parts }}
      value={typeof value === 'number' ? String(value) : value}
      onChange={(next) => onChange(typeof next === 'string' ? valueOf(next) : next)}
    />
  );
}

function SomeChoicesInput(props: SettingInputProps) {
  const { value, onChange } = props;
  const { parts, valueOf } = useChoices();
  return (
    <SomeInput
      {...props}
      {...{ parts }}
      value={Array.isArray(value) ? value.map(String) : undefined}
      onChange={(next) => onChange(next && asTexts(next).map(valueOf))}
    />
  );
}

/** The choices of the field, and the value that a text stands for. */
function useChoices() {
  const { choices = [] } = useSettingNames();
  return {
    parts: choices.map(({ value, label }): NamedPart => [String(value), label]),
    valueOf: (text: string) => choices.find(({ value }) => String(value) === text)?.value ?? text,
  };
}

function OptionsInput(props: SettingInputProps) {
  return <SomeInput {...props} parts={useOptions(props.setting)} />;
}

function RolesInput(props: SettingInputProps) {
  const { panel } = useTexts('structure-fields');
  const { setting, value, isReadOnly = false, onChange } = props;
  const chosen = asTexts(value);
  // Without the setting, it would be open to everybody: that is a choice of its own.
  const staysLimited = chosen.length > 0 && setting.preset === undefined;
  const isOfField = ['read', 'write'].includes(setting.name);
  return (
    <SomeInput
      {...props}
      parts={useSettingNames().roles}
      {...(isOfField ? { none: panel.roles } : {})}
      last={staysLimited ? panel.lastRole : undefined}
    >
      {staysLimited && !isReadOnly && !setting.isRequired && (
        <Button size="small" onClick={() => onChange(undefined)}>
          {panel.noLimit}
        </Button>
      )}
    </SomeInput>
  );
}

type SomeInputProps = PartsProps & {
  none?: string;
  last?: string | undefined;
  children?: ReactNode;
};

/** Some of a few words. One that is not declared stays until somebody takes it away. */
function SomeInput({ children, ...props }: SomeInputProps) {
  const { setting, value, problem, isReadOnly = false, parts, none, last, onChange } = props;
  const id = useId();
  const chosen = asTexts(value ?? setting.preset);
  const others = toParts(chosen.filter((name) => !parts.some(([one]) => one === name)));
  return (
    <Box role="group" aria-labelledby={id}>
      <SettingLabel id={id} setting={setting} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
        {[...parts, ...others].map(([name, label]) => (
          <CheckField
            key={name}
            label={label}
            checked={chosen.includes(name)}
            disabled={isReadOnly}
            onChange={(isOn) => {
              // One of them stays. It is not disabled, because it would lose the focus, and with it the keys.
              if (last !== undefined && isSameJson(chosen, [name])) {
                announce(last);
                return;
              }
              const next = isOn ? [...chosen, name] : chosen.filter((one) => one !== name);
              onChange(next.length > 0 ? next : undefined);
            }}
          />
        ))}
        {children}
      </Box>
      <Help setting={setting} problem={problem}>
        {chosen.length === 0 && none !== undefined && <> {none}</>}
        {chosen.length === 1 && last !== undefined && <> {last}</>}
      </Help>
    </Box>
  );
}
