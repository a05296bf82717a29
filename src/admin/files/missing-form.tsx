import { Box } from '@mui/material';
import { useState } from 'react';
import { isSameJson, type JsonObject } from '../../descriptor/json-object.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Field } from '../../fields/type/field.ts';
import { useConfig } from '../client/config.tsx';
import { Hint } from '../kit/hint.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useTexts } from '../messages/texts.ts';
import { useText } from '../messages/use-text.ts';
import { StoredFilterInput } from '../list/filters/stored-filter-input.tsx';
import {
  isFilterFinished,
  readStoredFilter,
  writeStoredFilter,
} from '../list/filters/stored-filter.ts';
import { ConstantInput } from './columns/constants-form.tsx';
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
  const treated = missing?.set ? 'set' : 'list';
  const choice = missing ? treated : 'leave';
  const change = (changed: JobSettings['missing']): void => onChange({ missing: changed });
  const { where = {}, set } = missing ?? {};
  const [target] = Object.keys(set ?? {});
  const fieldOf = (name: string | undefined) => readable.find((one) => one.name === name);
  const toOption = (field: Field) => [field.name, say(field.label)] as const;
  const writable = readable.filter(
    (field) => isWritable(field.name) && isPlain(field, ['text', 'boolean']),
  );
  const targetField = fieldOf(target);
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
        <ScopeInput
          where={where}
          onChange={(scope, isUnfinished) => change({ ...missing, where: scope, isUnfinished })}
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

type ScopeInputProps = {
  where: JsonObject;
  /** `isUnfinished`: a condition has no value yet, so an import would look among more records than the user wants. */
  onChange: (where: JsonObject, isUnfinished: boolean) => void;
};

/** The conditions of lists, for the records among which missing ones are looked for. */
function ScopeInput({ where, onChange }: ScopeInputProps) {
  const { missing: texts } = useTexts('import-rows');
  const { resource, role } = useResource();
  const { descriptor } = useConfig();
  const read = () => readStoredFilter({ descriptor, role, resource }, toStored(where));
  const [edited, setEdited] = useState(read);
  // A recipe that is chosen meanwhile brings another filter.
  const filter = isSameJson(writeStoredFilter(edited) ?? {}, where) ? edited : read();
  return (
    <StoredFilterInput
      label={texts.scope}
      resource={resource}
      role={role}
      value={filter}
      onChange={(next) => {
        setEdited(next);
        onChange(writeStoredFilter(next) ?? {}, !isFilterFinished(next));
      }}
    />
  );
}

function toStored(where: JsonObject): JsonObject | null {
  return Object.keys(where).length > 0 ? where : null;
}

/** Whether a field has one plain value of these types. */
function isPlain({ kind, settings }: Field, types: readonly string[]): boolean {
  const { sql, many = false } = kind.column(settings);
  return !many && !kind.relation && types.includes(sql);
}
