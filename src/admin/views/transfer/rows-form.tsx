import { Box, Checkbox, FormControlLabel } from '@mui/material';
import { importKeys } from '../../../exchange/import-keys.ts';
import type { ImportMode } from '../../../exchange/import-parts.ts';
import { useConfig } from '../../config.tsx';
import { Choice } from '../../people/choice.tsx';
import { useText } from '../../use-text.ts';
import { useResource } from '../use-resource.ts';
import { possibleModes, type JobSettings, type SettingChanges } from './job-settings.ts';
import { useTransferTexts } from './transfer-texts.ts';

type RowsFormProps = { settings: JobSettings; onChange: (changes: SettingChanges) => void };

/** What becomes of rows that are there already, how they are recognised, and whether bad rows stop the good ones. */
export function RowsForm({ settings: { mode, key, atomic }, onChange }: RowsFormProps) {
  const { rows: texts } = useTransferTexts();
  const { descriptor, role } = useConfig();
  const { resource, find } = useResource();
  const say = useText();
  const keys = importKeys(resource).flatMap((name) => find(name) ?? []);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 480 }}>
      <Choice
        label={texts.mode}
        value={mode}
        options={possibleModes({ descriptor, role, resource }).map((one) => [
          one,
          texts.modes[one],
        ])}
        onChange={(one) => onChange({ mode: one as ImportMode })}
      />
      <Choice
        label={texts.key}
        value={key}
        options={keys.map((field) => [field.name, say(field.label)])}
        onChange={(name) => onChange({ key: name })}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={atomic}
            onChange={(event) => onChange({ atomic: event.target.checked })}
          />
        }
        label={texts.atomic}
      />
    </Box>
  );
}
