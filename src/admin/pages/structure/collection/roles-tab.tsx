import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { checkNewName } from '../../../../descriptor/edits/edit.ts';
import { toFieldName } from '../../../../descriptor/infer/names.ts';
import { mentionsOf } from '../../../../descriptor/edits/mentions.ts';
import { choiceOfRole } from '../../../../descriptor/edits/named-places.ts';
import { rename } from '../../../../descriptor/edits/rename.ts';
import { openFiles } from '../../../../descriptor/edits/open-files.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { roleSettings } from '../../../../descriptor/settings/descriptor-settings.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useConfig } from '../../../client/config.tsx';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { WithDraft } from '../draft-provider.tsx';
import { StructureDraftContext, useStructureDraft } from '../draft/use-structure-draft.ts';
import { rolesOf, rolesWith } from '../rights/right-edits.ts';
import { addRole, inRoles, removeRole } from '../rights/role-edits.ts';
import { SettingsAt } from '../settings/settings-at.tsx';
import { languagesOf } from './field-rows.ts';
import { NamesOf } from './names-of.tsx';
import { Column } from './settings-tabs.tsx';
import { firstOf, LabelInputs, toWords, type Labels } from '../settings/label-inputs.tsx';
import { useKeptKeys } from '../settings/use-kept-keys.ts';
import { useLabelOf } from '../settings/use-label-of.ts';
import { usePlaceWords } from '../review/use-place-words.ts';
import { useTyped } from '../settings/use-typed.ts';

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
  const { keyOf, renamed } = useKeptKeys();
  const [search, setSearch] = useSearchParams();
  // The address follows later, and what somebody does until then would be about the role before.
  const [shown, setShown] = useState(search.get('role'));
  if (!declared) return <Alert severity="info">{texts.broken}</Alert>;
  const all = Object.entries(rolesOf(declared));
  const [name = ''] = all.find(([one]) => one === shown) ?? all.at(-1) ?? [];
  const show = (role: string): void => {
    setShown(role);
    setSearch({ tab: 'roles', role }, { replace: true });
  };
  const { all: mayAll, configure } = asObject(
    all.find(([, role]) => asObject(role).was === own)?.[1] ?? rolesOf(declared)[own],
  );
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
        <Role
          key={keyOf(name)}
          {...{ declared, name }}
          onRename={(to) => {
            renamed(name, to);
            show(to);
          }}
        />
      </Column>
    </NamesOf>
  );
}

type NewRoleProps = { declared: JsonObject; onAdd: (name: string) => void };

/** Asks for the label of a new role; its name follows from it. */
function NewRole({ declared, onAdd }: NewRoleProps) {
  const { role: texts } = useTexts('structure-rights');
  const { edit } = useStructureDraft();
  const languages = languagesOf(declared);
  const [labels, setLabels] = useState<Labels>({});
  const label = firstOf(labels, languages);
  const name = toFieldName(label, new Set(Object.keys(rolesOf(declared))));
  const nameless = label === '' ? ' ' : texts.noName;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const words = name && toWords(labels, languages, nameToLabel(name));
        if (!name || !words || !edit(addRole(declared, name, words))) return;
        setLabels({});
        onAdd(name);
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
    >
      <LabelInputs
        label={texts.new}
        help={name === undefined ? nameless : fillTemplate(texts.named, { name })}
        {...{ labels, languages }}
        onChange={setLabels}
      />
      <Button type="submit" startIcon={<AddIcon />} disabled={name === undefined}>
        {texts.add}
      </Button>
    </Box>
  );
}

type RoleProps = { declared: JsonObject; name: string; onRename: (to: string) => void };

/** The name and the settings of a role. The last one that may do everything keeps that, and stays. */
function Role({ declared, name, onRename }: RoleProps) {
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
        <Typography variant="h2">{label}</Typography>
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
      <RoleName {...{ declared, name, onRename }} />
      <StructureDraftContext
        value={{ draft: { ...draft, edit: (make) => edit(inRoles(declared, make)) }, error: null }}
      >
        <SettingsAt
          path={['roles', name]}
          schema={roleSettings}
          shows={(setting) => setting !== 'was' && (setting !== 'all' || !isLast)}
        />
      </StructureDraftContext>
      {isLeaving && <RemoveRole {...{ declared, name, label }} onClose={() => setLeaving(false)} />}
    </>
  );
}

/** The name of a role. Whatever names the role gets the new one in the same edit. */
function RoleName({ declared, name, onRename }: RoleProps) {
  const { role: texts } = useTexts('structure-rights');
  const { panel } = useTexts('structure-fields');
  const { files, theirs, edit } = useStructureDraft();
  const { was } = asObject(rolesOf(declared)[name]);
  const applied = theirs.applied ? theirs.files : undefined;
  const { input, problem } = useTyped({
    value: name,
    problemOf: (to) => {
      const opened = openFiles(files);
      const refusal =
        'refused' in opened ? opened.refused : checkNewName(opened, ['roles'], to.trim());
      return refusal?.problem ? problemText(refusal.problem) : refusal && texts.taken;
    },
    onCommit: (text) => {
      const to = text.trim();
      const make = inRoles(declared, (of) => rename(of, ['roles', name], to, applied));
      if (edit(make)) onRename(to);
    },
  });
  const hint = typeof was === 'string' ? fillTemplate(panel.was, { name: was }) : texts.nameHint;
  return (
    <TextField
      {...input}
      margin="none"
      label={texts.name}
      error={problem !== undefined}
      helperText={problem ?? hint}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
    />
  );
}

type RemoveRoleProps = { declared: JsonObject; name: string; label: string; onClose: () => void };

/** Says what goes with a role, and removes both. */
function RemoveRole({ declared, name, label, onClose }: RemoveRoleProps) {
  const { role: texts } = useTexts('structure-rights');
  const { add } = useTexts('structure-fields');
  const { files, edit } = useStructureDraft();
  const { placeText } = usePlaceWords(declared);
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
