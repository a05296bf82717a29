import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material';
import { useId, useState, type SyntheticEvent } from 'react';
import { HttpError, useListContext, useTranslate } from 'react-admin';
import { useConfig } from '../../config.tsx';
import { useLanguage } from '../../messages/language.ts';
import { uiOf } from '../../views/field-value.tsx';
import { useLayout } from '../columns/use-layout.ts';
import { withView } from './list-view.ts';
import { useViewWrites, type ViewValues } from './use-views.ts';

type SaveViewDialogProps = { values: Omit<ViewValues, 'name' | 'roles'>; onClose: () => void };

/** Under which name the list is kept as it is now, and for whom besides oneself. */
export function SaveViewDialog({ values, onClose }: SaveViewDialogProps) {
  const { filterValues, setFilters } = useListContext();
  const layout = useLayout();
  const translate = useTranslate();
  const { create } = useViewWrites();
  const offered = useRoles();
  const title = useId();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [trouble, setTrouble] = useState('');

  const save = async (): Promise<void> => {
    try {
      const id = await create({ ...values, name, roles });
      layout.reset();
      setFilters(withView(filterValues as Record<string, unknown>, id));
      onClose();
    } catch (error) {
      setTrouble(error instanceof HttpError ? error.message : String(error));
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    void save();
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <form onSubmit={submit}>
        <DialogTitle id={title}>{translate('grid.view_save_as')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            required
            label={translate('grid.view_name')}
            value={name}
            error={trouble !== ''}
            helperText={trouble}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
          <TextField
            select
            label={translate('grid.view_shared')}
            value={roles}
            onChange={(event) => setRoles([event.target.value].flat())}
            helperText={translate('grid.view_shared_hint')}
            slotProps={{ select: { multiple: true } }}
          >
            {offered.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('list.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={name.trim() === ''}>
            {translate('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** One's own role; whoever may do everything shares with any, by what users can be. */
function useRoles(): readonly { value: string; label: string }[] {
  const { descriptor, role } = useConfig();
  const language = useLanguage();
  const translate = useTranslate();
  const field = descriptor.resources.get('users')?.fields.get('role');
  const all = field && uiOf(field).options?.(field, language, translate);
  const known = (all ?? [{ value: role, label: role }]).map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  const isFree = descriptor.roles.get(role)?.all === true;
  return isFree ? known : known.filter(({ value }) => value === role);
}
