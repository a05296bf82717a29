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
  const { mode, key, atomic, warnings } = settings;
  const { rows: texts } = useTexts('files');
  const { descriptor, role } = useConfig();
  const { resource, find } = useResource();
  const labelOf = useFieldLabel();
  const modes = possibleModes({ descriptor, role, resource });
  const keys = importKeys(resource).filter(find);
  const given = new Set([
    ...[...settings.columns.values()].map(({ field }) => field),
    ...settings.constants.keys(),
  ]);
  const parts = keyParts(resource).filter((name) => given.has(name));
  const chosen = key.split(',');
  const isSeveral = chosen.length > 1;
  const toggle = (name: string): void => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    onChange({ key: next.join(',') });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 480 }}>
      <NativeSelect
        label={texts.mode}
        value={mode}
        options={modes.map((one) => [one, texts.modes[one]])}
        onChange={(one) => onChange({ mode: one })}
      />
      <Hint>{texts.does[mode]}</Hint>
      <NativeSelect
        label={texts.key}
        value={isSeveral ? SEVERAL : key}
        options={[
          ...keys.map((name) => [name, labelOf(name)] as const),
          ...(isSeveral || parts.length > 1 ? [[SEVERAL, texts.several] as const] : []),
        ]}
        onChange={(name) =>
          onChange({ key: name === SEVERAL ? parts.slice(0, 2).join(',') : name })
        }
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
              onChange={() => toggle(name)}
            />
          ))}
        </Box>
      )}
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

/** No field can have this name. */
const SEVERAL = '*';
