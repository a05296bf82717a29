import { Box } from '@mui/material';
import { importKeys, keyParts } from '../../files/import/import-keys.ts';
import { warningsModes } from '../../files/import/import-parts.ts';
import { useConfig } from '../client/config.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { useResource, useFieldLabel } from '../kit/use-resource.ts';
import { CheckField } from '../resource/check-field.tsx';
import { possibleModes, type JobSettings, type SettingChanges } from './job-settings.ts';
import { useTexts } from '../messages/texts.ts';
import { Hint } from '../kit/hint.tsx';

type RowsFormProps = { settings: JobSettings; onChange: (changes: SettingChanges) => void };

/** What happens to existing records, how rows find them, and whether bad rows stop the good ones. */
export function RowsForm({ settings, onChange }: RowsFormProps) {
  const { mode, atomic, warnings } = settings;
  const { rows: texts } = useTexts('files');
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const modes = possibleModes({ descriptor, role, resource });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 480 }}>
      <NativeSelect
        label={texts.mode}
        value={mode}
        options={modes.map((one) => [one, texts.modes[one]])}
        onChange={(one) => onChange({ mode: one })}
      />
      <Hint>{texts.does[mode]}</Hint>
      <KeyChoice settings={settings} onChange={(key) => onChange({ key: key.join(',') })} />
      <NativeSelect
        label={texts.warnings}
        value={warnings}
        options={warningsModes.map((one) => [one, texts.warningsModes[one]])}
        onChange={(one) => onChange({ warnings: one })}
      />
      <CheckField
        label={texts.atomic}
        checked={atomic}
        onChange={(is) => onChange({ atomic: is })}
      />
    </Box>
  );
}

type KeyChoiceProps = { settings: JobSettings; onChange: (key: readonly string[]) => void };

/** The field by which rows find records, or several fields that do so together. */
function KeyChoice({ settings: { key, columns, constants }, onChange }: KeyChoiceProps) {
  const { rows: texts } = useTexts('files');
  const { resource, find } = useResource();
  const labelOf = useFieldLabel();
  const filled = new Set([...[...columns.values()].map(({ field }) => field), ...constants.keys()]);
  const parts = keyParts(resource).filter((name) => filled.has(name));
  const chosen = key.split(',');
  const isSeveral = chosen.length > 1;
  return (
    <>
      <NativeSelect
        label={texts.key}
        value={isSeveral ? SEVERAL : key}
        options={[
          ...importKeys(resource)
            .filter(find)
            .map((name) => [name, labelOf(name)] as const),
          ...(isSeveral || parts.length > 1 ? [[SEVERAL, texts.several] as const] : []),
        ]}
        onChange={(name) => onChange(name === SEVERAL ? parts.slice(0, 2) : [name])}
      />
      {isSeveral && (
        <Box role="group" aria-label={texts.several}>
          {[...new Set([...chosen, ...parts])].map((name) => (
            <CheckField
              key={name}
              label={labelOf(name)}
              checked={chosen.includes(name)}
              // A key of one field is chosen above.
              disabled={chosen.includes(name) && chosen.length === 2}
              onChange={(is) =>
                onChange(is ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
          ))}
        </Box>
      )}
    </>
  );
}

/** No field can have this name. */
const SEVERAL = '*';
