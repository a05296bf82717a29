import { MenuItem, TextField } from '@mui/material';
import { useInput, useTranslate } from 'react-admin';

/** Whether there is a value at all: any, filled in, empty. */
export function PresenceFilter({ source }: { source: string }) {
  const translate = useTranslate();
  const { field: empty } = useInput({ source: `${source}_null` });
  const { field: filled } = useInput({ source: `${source}_nnull` });
  const choose = (chosen: string): void => {
    empty.onChange(chosen === 'empty' ? true : null);
    filled.onChange(chosen === 'filled' ? true : null);
  };
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={translate('values.presence.label')}
      value={isSet(empty.value) ? 'empty' : isSet(filled.value) ? 'filled' : ''}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('values.presence.any')}</MenuItem>
      <MenuItem value="filled">{translate('values.presence.filled')}</MenuItem>
      <MenuItem value="empty">{translate('values.presence.empty')}</MenuItem>
    </TextField>
  );
}

/** A filter kept in the address comes back as a text. */
function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}
