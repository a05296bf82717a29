import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toFieldName } from '../../../../descriptor/infer/names.ts';
import { mentionsOf } from '../../../../descriptor/edits/mentions.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { roleSettings } from '../../../../descriptor/settings/descriptor-settings.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useConfig } from '../../../client/config.tsx';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { WithDraft } from '../draft/draft-provider.tsx';
import { StructureDraftContext, useStructureDraft } from '../draft/use-structure-draft.ts';
import { rolesOf, rolesWith } from '../rights/right-edits.ts';
import { addRole, choiceOfRole, inRoles, removeRole } from '../rights/role-edits.ts';
import { SettingsAt } from '../settings/settings-at.tsx';
import { NamesOf } from './names-of.tsx';
import { usePlaceText } from './remove-field.tsx';
import { Column } from './settings-tabs.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';

/** The roles: declared, named and removed here, with what each may do everywhere. */
export function RolesTab() {
  return (
    <WithDraft>
      <Roles />
    </WithDraft>
  );
}

function Roles() {
  const { role: texts } = useTexts('structure-rights');
  const { declared } = useStructureDraft();
  const own = useConfig().role;
  const labelOf = useLabelOf();
  const [search, setSearch] = useSearchParams();
  if (!declared) return <Alert severity="info">{texts.broken}</Alert>;
  const all = Object.entries(rolesOf(declared));
  const [name = ''] = all.find(([one]) => one === search.get('role')) ?? all.at(-1) ?? [];
  const show = (role: string): void => setSearch({ tab: 'roles', role }, { replace: true });
  const { all: mayAll, configure } = asObject(rolesOf(declared)[own]);
  return (
    <NamesOf declared={declared}>
      <Column>
        {mayAll !== true && configure !== true && <Alert severity="warning">{texts.lost}</Alert>}
        <NewRole declared={declared} onAdd={show} />
        <NativeSelect
          label={texts.role}
          value={name}
          options={all.map(([one, role]) => [one, labelOf(role, one)] as const)}
          onChange={show}
        />
        <Role key={name} {...{ declared, name }} />
      </Column>
    </NamesOf>
  );
}

type NewRoleProps = { declared: JsonObject; onAdd: (name: string) => void };

/** Asks for the label of a new role; its name follows from it. */
function NewRole({ declared, onAdd }: NewRoleProps) {
  const { role: texts } = useTexts('structure-rights');
  const { edit } = useStructureDraft();
  const [label, setLabel] = useState('');
  const name = toFieldName(label, new Set(Object.keys(rolesOf(declared))));
  const nameless = label.trim() === '' ? ' ' : texts.noName;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name === undefined || !edit(addRole(declared, name, label.trim()))) return;
        setLabel('');
        onAdd(name);
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
    >
      <TextField
        margin="none"
        label={texts.new}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        helperText={name === undefined ? nameless : fillTemplate(texts.named, { name })}
        sx={{ flex: '1 1 240px' }}
      />
      <Button type="submit" startIcon={<AddIcon />} disabled={name === undefined}>
        {texts.add}
      </Button>
    </Box>
  );
}

/** The settings of a role. The last one that may do everything keeps that, and stays. */
function Role({ declared, name }: { declared: JsonObject; name: string }) {
  const { role: texts } = useTexts('structure-rights');
  const draft = useStructureDraft();
  const { edit } = draft;
  const labelOf = useLabelOf();
  const [isLeaving, setLeaving] = useState(false);
  const label = labelOf(rolesOf(declared)[name], name);
  const mighty = rolesWith(declared, { all: true });
  const isLast = mighty.length === 1 && mighty[0] === name;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="h2">{label}</Typography> <code>{name}</code>
        <Button
          color="error"
          startIcon={<DeleteIcon />}
          disabled={isLast}
          onClick={() => setLeaving(true)}
        >
          {texts.remove}
        </Button>
      </Box>
      {isLast && <Hint>{texts.last}</Hint>}
      <StructureDraftContext
        value={{ draft: { ...draft, edit: (make) => edit(inRoles(declared, make)) }, error: null }}
      >
        <SettingsAt
          path={['roles', name]}
          schema={roleSettings}
          shows={(setting) => setting !== 'all' || !isLast}
        />
      </StructureDraftContext>
      {isLeaving && <RemoveRole {...{ declared, name, label }} onClose={() => setLeaving(false)} />}
    </>
  );
}

type RemoveRoleProps = { declared: JsonObject; name: string; label: string; onClose: () => void };

/** Says what goes with a role, and removes both. */
function RemoveRole({ declared, name, label, onClose }: RemoveRoleProps) {
  const { role: texts } = useTexts('structure-rights');
  const { add } = useTexts('structure-fields');
  const { files, edit } = useStructureDraft();
  const placeText = usePlaceText(declared);
  const choice = choiceOfRole(declared, name);
  const found = choice && mentionsOf(files, choice);
  const places = found && 'mentions' in found ? found.mentions : [];
  const also = fillTemplate(texts.removeAlso, {
    places: places.map(({ path }) => placeText(path)).join('; '),
  });
  return (
    <ConfirmDialog
      title={fillTemplate(texts.removeTitle, { role: label })}
      text={places.length > 0 ? `${texts.removeText} ${also}` : texts.removeText}
      cancel={add.cancel}
      action={texts.remove}
      isGrave
      onAction={() => {
        onClose();
        edit(removeRole(declared, name));
      }}
      onClose={onClose}
    />
  );
}
