import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { uiOf } from '../../kit/field-value.tsx';
import { useLayout } from '../grid/columns/layout.ts';
import { withView, type ListView, useViewWrites, type ViewValues } from '../list-views.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../client/http.ts';

type SaveViewDialogProps = {
  values: Omit<ViewValues, 'name' | 'roles'>;
  /** An existing view, of which the user changes only the name and the roles. */
  view?: ListView | undefined;
  onClose: () => void;
};

/** Saves the current list state under a name, for the user and for roles. */
export function SaveViewDialog({ values, view, onClose }: SaveViewDialogProps) {
  const { filterValues, setFilters } = useListContext();
  const layout = useLayout();
  const translate = useTranslate();
  const { create, change } = useViewWrites();
  const offered = useRoles(view?.roles ?? []);
  const [name, setName] = useState(view?.name ?? '');
  const [roles, setRoles] = useState<readonly string[]>(view?.roles ?? []);
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      if (view) return change(view, { name, roles });
      const id = await create({ ...values, name, roles });
      layout.reset();
      setFilters(withView(filterValues as Record<string, unknown>, id));
    },
    onSuccess: onClose,
  });
  return (
    <DialogFrame
      title={translate(view ? 'grid.view_edit' : 'grid.view_save_as')}
      maxWidth="xs"
      isForm
      cancel={translate('list.cancel')}
      action={translate('form.save')}
      isDisabled={name.trim() === ''}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label={translate('grid.view_name')}
        value={name}
        error={error !== null}
        helperText={error && messageOf(error)}
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
    </DialogFrame>
  );
}

/** The user's role and those the view is shared with; a role with all rights shares with any that users can have. */
function useRoles(shared: readonly string[]): readonly { value: string; label: string }[] {
  const { descriptor, role } = useConfig();
  const { translate, language } = useI18n();
  const field = descriptor.resources.get('users')?.fields.get('role');
  const all = field && uiOf(field).options?.(field, language, translate);
  const known = (all ?? [{ value: role, label: role }]).map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  const isFree = descriptor.roles.get(role)?.all === true;
  return isFree ? known : known.filter(({ value }) => value === role || shared.includes(value));
}
