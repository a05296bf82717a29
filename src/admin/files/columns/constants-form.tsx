import CloseIcon from '@mui/icons-material/Close';
import { Box, IconButton } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { uiOf } from '../../resource/field-value.tsx';
import { useResource } from '../../kit/use-resource.ts';
import type { JobSettings } from '../job-settings.ts';
import { TextInput } from '../text-input.tsx';
import { useOptionLabel } from './use-option-label.ts';
import { useTexts } from '../../messages/texts.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Hint } from '../../kit/hint.tsx';

type ConstantsFormProps = {
  settings: JobSettings;
  onChange: (constants: JobSettings['constants']) => void;
};

/** Values that every row gets, for fields that no column of the file fills. */
export function ConstantsForm({ settings, onChange }: ConstantsFormProps) {
  const { columns, constants } = settings;
  const optionLabel = useOptionLabel(settings);
  const { constants: texts } = useTexts('files');
  const { resource, readable, isWritable } = useResource();
  const { say } = useI18n();
  const mapped = new Set([...columns.values()].map(({ field }) => field?.split('.', 1)[0]));
  const free = readable.filter(
    ({ name }) => isWritable(name) && !mapped.has(name) && !constants.has(name),
  );
  const set = (name: string, value: string): void => onChange(new Map(constants).set(name, value));
  const remove = (name: string): void =>
    onChange(new Map([...constants].filter(([other]) => other !== name)));
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 480 }}>
      {[...constants].map(([name, value]) => {
        const field = resource.fields.get(name);
        return field === undefined ? null : (
          <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Box sx={{ flex: 1, '& > *': { width: '100%' } }}>
              <ConstantInput field={field} value={value} onChange={(text) => set(name, text)} />
            </Box>
            <IconButton
              aria-label={fillTemplate(texts.remove, { name: say(field.label) })}
              onClick={() => remove(name)}
            >
              <CloseIcon />
            </IconButton>
          </Box>
        );
      })}
      {constants.size > 0 && <Hint>{texts.lead}</Hint>}
      {free.length > 0 && (
        <NativeSelect
          label={texts.add}
          value=""
          none="–"
          options={free.map((field) => [field.name, optionLabel(field)])}
          onChange={(name) => name !== '' && set(name, '')}
        />
      )}
    </Box>
  );
}

type ConstantInputProps = {
  field: Field;
  value: string;
  /** Absent: the label of the field. */
  label?: string;
  onChange: (text: string) => void;
};

/** Takes the value as a cell of the file would hold it. */
export function ConstantInput({ field, value, label, onChange }: ConstantInputProps) {
  const { texts: app, say, language } = useI18n();
  const { many = false } = field.kind.column(field.settings);
  const options = many ? undefined : uiOf(field).options?.(field, language, app.values);
  if (options) {
    return (
      <NativeSelect
        label={label ?? say(field.label)}
        value={value}
        none="–"
        options={options
          .filter(({ isRetired }) => !isRetired)
          .map((one) => [String(one.value), one.label])}
        onChange={onChange}
      />
    );
  }
  return <TextInput label={label ?? say(field.label)} value={value} onChange={onChange} />;
}
