import { Box } from '@mui/material';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { Field } from '../../fields/field.ts';
import { Hint } from '../kit/hint.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useTexts } from '../messages/texts.ts';
import { useText } from '../messages/use-text.ts';
import { ConstantInput } from './constants-form.tsx';
import type { JobSettings, SettingChanges } from './job-settings.ts';

type MissingFormProps = {
  settings: JobSettings;
  onChange: (changes: SettingChanges) => void;
};

/** What happens to the records that the file lacks, and among which records they are looked for. */
export function MissingForm({ settings: { missing }, onChange }: MissingFormProps) {
  const { missing: texts } = useTexts('import-rows');
  const { readable, isWritable } = useResource();
  const say = useText();
  const choice = missing === undefined ? 'leave' : missing.set ? 'set' : 'list';
  const change = (changed: JobSettings['missing']): void => onChange({ missing: changed });
  const { where = {}, set } = missing ?? {};
  // A saved setting may have any filter; the form changes only one that compares a single field.
  const [scope] = Object.keys(where);
  const compared = scope === undefined ? '' : where[scope];
  const [target] = Object.keys(set ?? {});
  const fieldOf = (name: string | undefined) => readable.find((one) => one.name === name);
  const toOption = (field: Field) => [field.name, say(field.label)] as const;
  const comparable = readable.filter((field) => isPlain(field, ['text']));
  const writable = readable.filter(
    (field) => isWritable(field.name) && isPlain(field, ['text', 'boolean']),
  );
  const [scopeField, targetField] = [fieldOf(scope), fieldOf(target)];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 480 }}>
      <NativeSelect
        label={texts.title}
        value={choice}
        options={(['leave', 'list', 'set'] as const).map((one) => [one, texts[one]])}
        onChange={(one) =>
          change(one === 'leave' ? undefined : { where, ...(one === 'set' && { set: {} }) })
        }
      />
      {missing && (
        <NativeSelect
          label={texts.scope}
          value={scope ?? ''}
          none={texts.all}
          options={comparable.map(toOption)}
          onChange={(name) => change({ ...missing, where: name === '' ? {} : { [name]: '' } })}
        />
      )}
      {missing && scope !== undefined && scopeField && (
        <ConstantInput
          field={scopeField}
          label={fillTemplate(texts.scopeValue, { name: say(scopeField.label) })}
          value={typeof compared === 'string' ? compared : ''}
          onChange={(text) => change({ ...missing, where: { [scope]: text } })}
        />
      )}
      {missing && set && (
        <NativeSelect
          label={texts.field}
          value={target ?? ''}
          none="–"
          options={writable.map(toOption)}
          onChange={(name) => change({ ...missing, set: name === '' ? {} : { [name]: '' } })}
        />
      )}
      {missing && set && target !== undefined && targetField && (
        <ConstantInput
          field={targetField}
          label={fillTemplate(texts.value, { name: say(targetField.label) })}
          value={set[target] ?? ''}
          onChange={(text) => change({ ...missing, set: { [target]: text } })}
        />
      )}
      {set && <Hint>{texts.lead}</Hint>}
    </Box>
  );
}

/** Whether a field has one plain value of these types. */
function isPlain({ kind, settings }: Field, types: readonly string[]): boolean {
  const { sql, many = false } = kind.column(settings);
  return !many && !kind.relation && types.includes(sql);
}
