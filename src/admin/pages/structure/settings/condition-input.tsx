import { Box, Button } from '@mui/material';
import { useId, useState } from 'react';
import { adminRoles } from '../../../../descriptor/permissions/permissions.ts';
import { parseExpression } from '../../../../descriptor/expression/parse-expression.ts';
import { toExpressionFlaw } from '../../../../descriptor/read/checks/computed-checks.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { filterWords, useFilterWords } from '../../../resource/filter-words.ts';
import { useDraftFields } from '../draft/use-draft-descriptor.ts';
import { ConditionDialog } from './condition-dialog.tsx';
import { conditionText, toFilter, type Scope } from './condition-text.ts';
import { ExpressionText } from './expression-text.tsx';
import { ExpressionValuesOf } from './expression-values.tsx';
import { useSettingNames } from './setting-context.ts';
import { Help, HelpText, SettingLabel, type SettingInputProps } from './setting-help.tsx';
import { ValueInput } from './text-inputs.tsx';
import { useSettingWords } from './use-setting-words.ts';
import { useTyped } from './use-typed.ts';

/** A condition in words, which opens for editing. */
export function ConditionInput(props: SettingInputProps) {
  const { setting, value, problem, isReadOnly = false, onChange } = props;
  const { condition: texts } = useTexts('structure-rights');
  const scope = useScope();
  const { add } = useTexts('structure-fields');
  const { labelOf } = useSettingWords();
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const id = useId();
  if (!scope) return <ValueInput {...props} />;
  return (
    <Box role="group" aria-labelledby={id}>
      <SettingLabel id={id} setting={setting} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ConditionWords scope={scope} value={value} />
        {!isReadOnly && (
          <Button size="small" aria-describedby={id} onClick={() => setOpen(true)}>
            {value === undefined ? texts.add : texts.change}
          </Button>
        )}
        {!isReadOnly && !setting.isRequired && value !== undefined && (
          <Button size="small" aria-describedby={id} onClick={() => setLeaving(true)}>
            {texts.remove}
          </Button>
        )}
      </Box>
      <Help setting={setting} problem={problem} />
      {isOpen && (
        <ConditionDialog
          {...scope}
          before={setting.name === 'check'}
          title={labelOf(setting)}
          value={value}
          onSave={onChange}
          onClose={() => setOpen(false)}
        />
      )}
      {isLeaving && (
        <ConfirmDialog
          title={fillTemplate(texts.removeTitle, { setting: labelOf(setting) })}
          text={texts.removeText}
          cancel={add.cancel}
          action={texts.remove}
          isGrave
          onAction={() => {
            setLeaving(false);
            onChange(undefined);
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </Box>
  );
}

type ConditionWordsProps = { scope: Scope; value: unknown };

function ConditionWords({ scope, value }: ConditionWordsProps) {
  const words = useFilterWords();
  const text = conditionText(value);
  // The words of filters have none for the record that refers.
  const isOfOwner = scope.owner !== undefined && text.includes('$');
  const filter = isOfOwner ? undefined : toFilter({ ...scope, before: true }, value);
  if (filter) return <span>{filterWords(scope.resource, filter, words)}</span>;
  return text === '' ? null : <code>{text}</code>;
}

/** What conditions here are about, as the draft declares it. */
function useScope(): Scope | undefined {
  const descriptor = useDraftFields();
  const { collection = '', owner = '' } = useSettingNames();
  const resource = descriptor?.resources.get(collection);
  if (!descriptor || !resource) return undefined;
  const role = adminRoles(descriptor)[0];
  return { descriptor, role, resource, owner: descriptor.resources.get(owner) };
}

/** An expression, whose words are completed. */
export function ExpressionInput(props: SettingInputProps) {
  const { setting, value, problem, isReadOnly = false, onChange } = props;
  const scope = useScope();
  const { labelOf } = useSettingWords();
  const { input, problem: mistake } = useTyped({
    value: typeof value === 'string' ? value : '',
    problemOf: mistakeIn,
    isMultiline: true,
    onCommit: (text) => onChange(text.trim() === '' ? undefined : text.trim()),
  });
  if (!scope || isReadOnly) return <ValueInput {...props} />;
  const wrong = mistake ?? problem;
  return (
    <Box onBlur={input.onBlur} onKeyDown={input.onKeyDown}>
      <ExpressionText
        label={labelOf(setting)}
        about={scope}
        value={input.value}
        isWrong={wrong !== undefined}
        help={<HelpText setting={setting} problem={wrong} />}
        onChange={(text) => input.onChange({ target: { value: text } })}
      />
      {mistake === undefined && <ExpressionValuesOf about={scope} text={input.value} />}
    </Box>
  );
}

function mistakeIn(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseExpression(text);
  return 'problem' in parsed
    ? problemText(toExpressionFlaw(parsed.problem, []).problem)
    : undefined;
}
