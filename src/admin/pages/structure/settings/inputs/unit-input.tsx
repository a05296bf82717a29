import { Autocomplete, TextField } from '@mui/material';
import { useMemo } from 'react';
import { isSameJson } from '../../../../../descriptor/json-object.ts';
import { asObject } from '../../../../../descriptor/read/draft.ts';
import { mayHoldUnit } from '../../../../../descriptor/read/checks/unit-checks.ts';
import { fillTemplate } from '../../../../../fields/problems/fill-template.ts';
import { fieldTypes } from '../../../../../fields/registry.ts';
import type { FieldType } from '../../../../../fields/type/field-type.ts';
import { useLanguage } from '../../../../messages/language.ts';
import { useTexts } from '../../../../messages/texts.ts';
import { useText } from '../../../../messages/use-text.ts';
import { useDraftFields } from '../../draft/use-draft-descriptor.ts';
import { writeValue } from '../json-text.ts';
import { HelpText, type SettingInputProps } from '../setting-help.tsx';
import { useSettingNames } from '../setting-context.ts';
import { useSettingWords } from '../use-setting-words.ts';

type Option = { value: unknown; label: string };

/** A currency by its code or its name, or the field of the record that holds it. Typing finds one. */
export function UnitInput(props: SettingInputProps) {
  const { setting, value, problem, isReadOnly = false, onChange } = props;
  const { panel } = useTexts('structure-fields');
  const { bare, labelOf } = useSettingWords();
  const options = useUnits(setting.name);
  const { $field } = asObject(value);
  const known = options.find((one) => isSameJson(one.value, value));
  const unknown = value === undefined ? null : { value, label: writeValue($field ?? value) };
  return (
    <Autocomplete<Option>
      options={options}
      value={known ?? unknown}
      disabled={isReadOnly}
      getOptionKey={({ label }) => label}
      isOptionEqualToValue={(one, other) => isSameJson(one.value, other.value)}
      onChange={(_, chosen) => onChange(chosen?.value)}
      renderInput={(params) => (
        <TextField
          {...params}
          margin="none"
          label={labelOf(setting)}
          required={setting.isRequired}
          error={problem !== undefined}
          helperText={
            <HelpText setting={bare(setting)} problem={problem}>
              {panel.unitHint}
            </HelpText>
          }
          slotProps={{ formHelperText: { component: 'div' } }}
        />
      )}
    />
  );
}

/** All units of the type that has the setting, and the fields that can hold one. */
function useUnits(setting: string): readonly Option[] {
  const { panel } = useTexts('structure-fields');
  const language = useLanguage();
  const say = useText();
  const { collection = '' } = useSettingNames();
  const fields = useDraftFields()?.resources.get(collection)?.fields;
  return useMemo(() => {
    const type = Object.values<FieldType>(fieldTypes).find(({ unit }) => unit?.setting === setting);
    const codes = type?.unit?.known() ?? [];
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    const holders = [...(fields?.values() ?? [])].filter((field) => mayHoldUnit(field, codes));
    return [
      ...codes.map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` })),
      ...holders.map(({ name, label }) => ({
        value: { $field: name },
        label: fillTemplate(panel.unitOf, { field: say(label) }),
      })),
    ];
  }, [setting, language, fields, panel, say]);
}
