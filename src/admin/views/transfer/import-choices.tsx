import { Checkbox, FormControlLabel, MenuItem, Stack, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useText } from '../../use-text.ts';
import { importModes } from '../../provider/import-file.ts';
import { useResource } from '../use-resource.ts';
import type { ImportSettings } from './use-import.ts';

type ImportChoicesProps = {
  settings: ImportSettings;
  disabled: boolean;
  onChange: (settings: Partial<ImportSettings>) => void;
};

/** What becomes of rows that are there already, how they are recognised, and whether bad rows stop the good ones. */
export function ImportChoices({ settings, disabled, onChange }: ImportChoicesProps) {
  const { readable, resource, find } = useResource();
  const say = useText();
  const translate = useTranslate();
  const keys = readable.filter((field) => field.unique || field.name === resource.importKey);
  const id = find('_id');
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <TextField
          select
          fullWidth
          size="small"
          label={translate('import.mode')}
          value={settings.mode}
          disabled={disabled}
          onChange={(event) => onChange({ mode: event.target.value as ImportSettings['mode'] })}
        >
          {importModes.map((mode) => (
            <MenuItem key={mode} value={mode}>
              {translate(`import.modes.${mode}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          fullWidth
          size="small"
          label={translate('import.key')}
          value={settings.key}
          disabled={disabled}
          onChange={(event) => onChange({ key: event.target.value })}
        >
          {[...keys, ...(id ? [id] : [])].map((field) => (
            <MenuItem key={field.name} value={field.name}>
              {say(field.label)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      <FormControlLabel
        disabled={disabled}
        control={
          <Checkbox
            size="small"
            checked={settings.atomic}
            onChange={(event) => onChange({ atomic: event.target.checked })}
          />
        }
        label={translate('import.atomic')}
      />
    </>
  );
}
