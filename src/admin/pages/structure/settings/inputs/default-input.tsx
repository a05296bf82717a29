import { Box } from '@mui/material';
import { useMemo, useState, type ComponentType } from 'react';
import { fieldOf } from '../../../../../descriptor/edits/misfits.ts';
import { isToken, tokenNames } from '../../../../../descriptor/expression/variables.ts';
import { isSameJson } from '../../../../../descriptor/json-object.ts';
import { checkField, isMany } from '../../../../../descriptor/field-check.ts';
import {
  copiedPath,
  defaultExpression,
  parseToken,
} from '../../../../../descriptor/filter/tokens.ts';
import type { SqlType } from '../../../../../fields/type/field-type.ts';
import type { Field } from '../../../../../fields/type/field.ts';
import { NativeSelect } from '../../../../kit/native-select.tsx';
import { problemText } from '../../../../messages/problem-text.ts';
import { useTexts } from '../../../../messages/texts.ts';
import { uiOf } from '../../../../resource/field-value.tsx';
import { useLanguage } from '../../../../messages/language.ts';
import { ExpressionInput } from '../condition-input.tsx';
import { writeValue } from '../json-text.ts';
import { HelpText, type SettingInputProps } from '../setting-help.tsx';
import { usePathParts } from '../setting-context.ts';
import { TextLine, ValueInput } from '../text-inputs.tsx';
import { useSettingWords } from '../use-setting-words.ts';

/** The value of new records: one of the field itself, one of the moment, or one that comes from other values. */
export function DefaultInput(props: SettingInputProps) {
  const { setting, value, of = {}, problem, isReadOnly = false, onChange } = props;
  const { presets, panel } = useTexts('structure-fields');
  const { bare, labelOf } = useSettingWords();
  const field = useMemo(() => fieldOf({ ...of, default: undefined }), [of]);
  const [chosen, setChosen] = useState('');
  if (!field || isReadOnly) return <ValueInput {...props} />;
  const tokens = tokenNames.filter((name) => isToken(parseToken(field, name)));
  const way = value === undefined ? chosen : wayOf(field, value);
  const ways = [...(field.kind.relation ? [] : ['value']), ...tokens, 'copy', 'expression'];
  const Input = inputs[way] ?? (tokens.includes(way) ? ShiftInput : undefined);
  return (
    <Box sx={{ display: 'grid', gap: 1.75 }}>
      <NativeSelect
        label={labelOf(setting)}
        value={way}
        none={panel.none}
        options={[...new Set([...ways, ...(way === '' ? [] : [way])])].map((one) => [
          one,
          presets[one] ?? one,
        ])}
        problem={problem}
        help={
          <HelpText setting={bare(setting)} problem={problem}>
            {panel.defaultHint}
          </HelpText>
        }
        onChange={(next) => {
          setChosen(next);
          onChange(tokens.includes(next) ? next : undefined);
        }}
      />
      {Input && (
        <Input
          {...{ value, field, onChange }}
          setting={{ ...setting, isRequired: false, label: presets[way] ?? way }}
        />
      )}
    </Box>
  );
}

/** Where the default comes from: a token, another record, an expression, or the value itself. */
function wayOf(field: Field, value: unknown): string {
  const own = { default: value };
  if (copiedPath(own) !== undefined) return 'copy';
  if (defaultExpression(own) !== undefined) return 'expression';
  const token = parseToken(field, value);
  return isToken(token) ? `$${token.token}` : 'value';
}

type WayProps = Pick<SettingInputProps, 'setting' | 'value' | 'onChange'> & { field: Field };

const inputs: Readonly<Record<string, ComponentType<WayProps>>> = {
  value: OwnValue,
  copy: CopyInput,
  expression: ({ setting, value, onChange }) => (
    <ExpressionInput
      setting={setting}
      value={defaultExpression({ default: value })}
      onChange={(text) => onChange(text === undefined ? undefined : { $expression: text })}
    />
  ),
};

/** A value as the field itself has it: chosen if there is something to choose from, else typed. */
function OwnValue({ field, setting, value, onChange }: WayProps) {
  const { values } = useTexts('app');
  const { panel } = useTexts('structure-fields');
  const language = useLanguage();
  const { kind, settings } = field;
  const options = isMany(field) ? undefined : uiOf(field).options?.(field, language, values);
  if (options)
    return (
      <NativeSelect
        label={setting.label ?? ''}
        value={options.find((one) => isSameJson(one.value, value)) ? writeValue(value) : ''}
        none={panel.choose}
        options={options.map((one) => [writeValue(one.value), one.label] as const)}
        onChange={(next) => onChange(options.find((one) => writeValue(one.value) === next)?.value)}
      />
    );
  const read = (text: string) => checkField(field, kind.text.read(text, settings));
  return (
    <TextLine
      setting={setting}
      value={value}
      type={inputTypes[kind.column(settings).sql]}
      text={value === undefined ? '' : kind.text.write(value, settings)}
      placeholder={exampleText(field)}
      problemOf={(text) => {
        const checked = text === '' ? undefined : read(text);
        return checked && 'problems' in checked
          ? checked.problems.map(problemText).join(' ')
          : undefined;
      }}
      onChange={onChange}
      onText={(text) => {
        const checked = read(text);
        onChange(text === '' || 'problems' in checked ? undefined : checked.value);
      }}
    />
  );
}

/** What the browser itself knows how to enter, as `text.read` takes it. */
const inputTypes: Partial<Record<SqlType, string>> = { date: 'date', bigint: 'number' };

/** Shows the form of values that nobody can guess. */
function exampleText({ kind, settings }: Field): string | undefined {
  const isGuessed = ['text', 'date', 'bigint'].includes(kind.column(settings).sql);
  return isGuessed ? undefined : kind.text.write(kind.examples[0]?.valid[0], settings);
}

/** The field of a linked record that is copied. */
function CopyInput({ setting, value, onChange }: WayProps) {
  const { panel } = useTexts('structure-fields');
  const parts = usePathParts(true).filter(([path]) => path.includes('.'));
  const path = copiedPath({ default: value }) ?? '';
  const isKnown = path === '' || parts.some(([one]) => one === path);
  return (
    <NativeSelect
      label={setting.label ?? ''}
      value={path}
      none={panel.choose}
      options={[...(isKnown ? [] : [[path, path] as const]), ...parts].map(
        ([one, label]) => [one, label] as const,
      )}
      help={parts.length === 0 ? panel.noLinks : undefined}
      onChange={(next) => onChange(next === '' ? undefined : { $field: next })}
    />
  );
}

/** A day, moment or year before or after that of the creation. */
function ShiftInput({ field, setting, value, onChange }: WayProps) {
  const { panel } = useTexts('structure-fields');
  const [, token = '', shift = ''] = /^(\$[a-z]+)(.*)$/.exec(String(value)) ?? [];
  const isFixed = !isToken(parseToken(field, `${token}+1y`));
  if (isFixed) return null;
  return (
    <TextLine
      setting={{ ...setting, label: panel.shift }}
      value={value}
      text={shift}
      placeholder="+30d"
      hint={panel.shiftHint}
      problemOf={(text) =>
        isToken(parseToken(field, token + text.trim())) ? undefined : panel.shiftWrong
      }
      onChange={onChange}
      onText={(text) => onChange(token + text.trim())}
    />
  );
}
