import { Box, Checkbox, FormControlLabel } from '@mui/material';
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
  const treated = missing?.set ? 'set' : 'list';
  const choice = missing ? treated : 'leave';
  const change = (changed: JobSettings['missing']): void => onChange({ missing: changed });
  const { where = {}, set } = missing ?? {};
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 480 }}>
      <NativeSelect
        label={texts.title}
        value={choice}
        options={(['leave', 'list', 'set'] as const).map((one) => [one, texts[one]])}
        onChange={(one) => {
          const { set: _, ...others }: NonNullable<typeof missing> = missing ?? { where };
          change(one === 'leave' ? undefined : { ...others, ...(one === 'set' && { set: {} }) });
        }}
      />
      {missing && (
        <ScopeInput
          where={where}
          onChange={(scope, isUnfinished) => change({ ...missing, where: scope, isUnfinished })}
        />
      )}
      {missing && set && (
        <FieldToSet set={set} onChange={(changed) => change({ ...missing, set: changed })} />
      )}
    </Box>
  );
}

type Values = NonNullable<NonNullable<JobSettings['missing']>['set']>;

/** The field that the missing records get a value for, and the value. */
function FieldToSet({ set, onChange }: { set: Values; onChange: (set: Values) => void }) {
  const { missing: texts } = useTexts('import-rows');
  const { readable, isWritable } = useResource();
  const say = useText();
  const [target = ''] = Object.keys(set);
  const field = readable.find(({ name }) => name === target);
  const writable = readable.filter(
    (each) => isWritable(each.name) && isPlain(each, ['text', 'boolean']),
  );
  return (
    <>
      <NativeSelect
        label={texts.field}
        value={target}
        none="–"
        options={writable.map((each) => [each.name, say(each.label)] as const)}
        onChange={(name) => onChange(name === '' ? {} : { [name]: null })}
      />
      {field && (
        <ValueInput
          field={field}
          text={set[target] ?? null}
          onChange={(text) => onChange({ ...set, [target]: text })}
        />
      )}
      <Hint>{texts.lead}</Hint>
    </>
  );
}

type ValueInputProps = {
  field: Field;
  /** Empty to clear the field; null if the user has not chosen yet. */
  text: string | null;
  onChange: (text: string | null) => void;
};

/** The value for a field, or that it gets none. */
function ValueInput({ field, text, onChange }: ValueInputProps) {
  const { missing: texts } = useTexts('import-rows');
  const say = useText();
  const clears = text === '';
  return (
    <>
      {!clears && (
        <ConstantInput
          field={field}
          label={fillTemplate(texts.value, { name: say(field.label) })}
          value={text ?? ''}
          onChange={(typed) => onChange(typed === '' ? null : typed)}
        />
      )}
      {!field.required && (
        <FormControlLabel
          control={<Checkbox checked={clears} onChange={(_, is) => onChange(is ? '' : null)} />}
          label={fillTemplate(texts.clear, { name: say(field.label) })}
        />
      )}
    </>
  );
}

type ScopeInputProps = {
  where: JsonObject;
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
