import { FormControl, FormGroup, FormHelperText, FormLabel, TextField } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { useChangeFilters } from '../../resource/list-changes.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { withToggled } from '../../client/with-toggled.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { PeoplePicker, useMayChoosePeople } from '../../resource/user-picker.tsx';
import { uiOf } from '../../resource/field-value.tsx';
import type { Filters } from '../../client/list-query.ts';
import { useLayout } from '../grid/columns/layout.ts';
import {
  viewIdOf,
  withView,
  type ListView,
  useViewWrites,
  type ViewValues,
} from '../list-views.ts';
import { useTexts } from '../../messages/texts.ts';
import { useTabsState } from './view-tabs-state.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../client/http.ts';
import { spokenProblem } from '../../kit/status/spoken-problem.tsx';

type SaveViewDialogProps = {
  values: Omit<ViewValues, 'name' | 'roles' | 'people'>;
  /** An existing view, of which the user changes only the name and whom it is shared with. */
  view?: ListView | undefined;
  onClose: () => void;
};

/** Saves the current list state under a name, for the user, for roles and for people. */
export function SaveViewDialog({ values, view, onClose }: SaveViewDialogProps) {
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const layout = useLayout();
  const app = useTexts('app');
  const texts = useTexts('views');
  const { add } = useTabsState();
  const { create, change } = useViewWrites();
  const [name, setName] = useState(view?.name ?? '');
  const { roles = [], people = [] } = view ?? {};
  const [shared, setShared] = useState<Shared>({ roles, people });
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      if (view) return change(view, { name, ...shared });
      const id = await create({ ...values, name, ...shared });
      // The changes belong to the new view, and the one they were made in is as it was saved.
      layout[viewIdOf(filterValues as Filters) === undefined ? 'resetColumns' : 'discard']();
      add(id);
      changeFilters((latest) => withView(latest, id));
    },
    onSuccess: onClose,
  });
  return (
    <DialogFrame
      title={view ? texts.edit : texts.saveAs}
      maxWidth="xs"
      isForm
      cancel={app.list.cancel}
      action={app.form.save}
      isDisabled={name.trim() === ''}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label={texts.name}
        value={name}
        error={error !== null}
        helperText={error && spokenProblem(messageOf(error))}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <SharedWith before={roles} shared={shared} onChange={setShared} />
    </DialogFrame>
  );
}

type Shared = { roles: readonly string[]; people: readonly string[] };

type SharedWithProps = {
  /** The roles that the view is shared with already. */
  before: readonly string[];
  shared: Shared;
  onChange: (shared: Shared) => void;
};

function SharedWith({ before, shared: { roles, people }, onChange }: SharedWithProps) {
  const texts = useTexts('views');
  const mayChoosePeople = useMayChoosePeople();
  return (
    <FormControl component="fieldset" sx={{ mt: 1 }}>
      <FormLabel component="legend">{texts.shared}</FormLabel>
      <FormGroup row>
        {useRoles(before).map(({ value, label }) => (
          <CheckField
            key={value}
            label={label}
            checked={roles.includes(value)}
            onChange={() => onChange({ roles: withToggled(roles, value), people })}
          />
        ))}
      </FormGroup>
      {mayChoosePeople && (
        <PeoplePicker
          label={texts.people}
          value={people}
          onChange={(chosen) => onChange({ roles, people: chosen })}
        />
      )}
      <FormHelperText sx={{ mx: 0 }}>{texts.sharedHint}</FormHelperText>
    </FormControl>
  );
}

/** The user's role and those the view is shared with; a role with all rights shares with any that users can have. */
function useRoles(shared: readonly string[]): readonly { value: string; label: string }[] {
  const { descriptor, role } = useConfig();
  const { texts: app, language } = useI18n();
  const field = descriptor.resources.get('users')?.fields.get('role');
  const all = field && uiOf(field).options?.(field, language, app.values);
  const roles = (all ?? [{ value: role, label: role }]).map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  const isFree = descriptor.roles.get(role)?.all === true;
  return isFree ? roles : roles.filter(({ value }) => value === role || shared.includes(value));
}
