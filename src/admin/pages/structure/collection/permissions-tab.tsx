import { Alert, Box, Button, Link as TextLink, Menu, ListItemText } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Descriptor, Operation, Resource } from '../../../../descriptor/descriptor.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { inputsSx, NativeSelect } from '../../../kit/native-select.tsx';
import { useLabels } from '../../../kit/use-i18n.ts';
import { MenuAction } from '../../../list/menu-action.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useText } from '../../../messages/use-text.ts';
import type { CollectionPartProps } from './collection-part.ts';
import { toFieldRows } from './field-rows.ts';
import { PermissionMatrix } from '../permission-matrix.tsx';
import {
  permissionsPath,
  setRights,
  setRightsFrom,
  usersOfRights,
  type Edit,
} from '../rights/right-edits.ts';
import { useRightEdits } from '../rights/use-right-edits.tsx';
import { RightEditor } from '../rights/right-menu.tsx';
import { useDraftDescriptor } from '../draft/use-draft-descriptor.ts';

/** What each role may do in a collection: operations, records and fields. */
export function PermissionsTab({ collection, declared }: CollectionPartProps) {
  const { broken } = useTexts('structure-rights');
  const descriptor = useDraftDescriptor();
  const resource = descriptor?.resources.get(collection);
  return descriptor && resource ? (
    <Permissions {...{ collection, declared, descriptor, resource }} />
  ) : (
    <Alert severity="info">{broken}</Alert>
  );
}

type PermissionsProps = CollectionPartProps & { descriptor: Descriptor; resource: Resource };

function Permissions(props: PermissionsProps) {
  const { declared, descriptor, resource } = props;
  const texts = useTexts('structure-rights');
  const [limited, setLimited] = useState<readonly string[]>([]);
  const [presets, setPresets] = useState<{ role: string; anchor: HTMLElement }>();
  const { change, dialog } = useRightEdits(props);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Source {...props} />
      <RightEditor {...{ declared, descriptor }} rowsOf={(name) => toFieldRows(declared, name)}>
        {(ask) => (
          <PermissionMatrix
            {...{ descriptor, resource }}
            fields={limited}
            onAsk={ask}
            onRole={(role, anchor) => setPresets({ role, anchor })}
          />
        )}
      </RightEditor>
      {presets && (
        <Presets
          {...props}
          {...presets}
          onEdit={(edit) => change(edit, { collection: resource.name })}
          onClose={() => setPresets(undefined)}
        />
      )}
      {dialog}
      <FieldLimits {...props} {...{ limited }} onLimit={(name) => setLimited([...limited, name])} />
      <TextLink
        component={Link}
        to={`/structure/overview?tab=permissions&resource=${encodeURIComponent(resource.name)}`}
      >
        {texts.askRecord}
      </TextLink>
    </Box>
  );
}

/** Whether the permissions are those of a set, and which other collections have them. */
function Source({ collection, declared, descriptor }: PermissionsProps) {
  const texts = useTexts('structure-rights');
  const { change, dialog } = useRightEdits({ declared, descriptor });
  const { ofResources } = useLabels(descriptor);
  const sets = Object.keys(asObject(declared['permissionSets']));
  const own = valueAt(declared, ['resources', collection, 'permissions']);
  const set = typeof own === 'string' ? own : undefined;
  if (sets.length === 0) return null;
  const ends = Object.keys(asObject(own)).length > 0 ? texts.loss.own : undefined;
  const choose = (next: string): void =>
    change(setRightsFrom(declared, collection, next === '' ? undefined : next), {
      collection,
      ends,
    });
  return (
    <>
      <Box sx={inputsSx(240, 420)}>
        <NativeSelect
          label={texts.source}
          value={set ?? ''}
          none={texts.own}
          options={sets.map((name) => [name, fillTemplate(texts.ofSet, { name })] as const)}
          onChange={choose}
        />
      </Box>
      {set !== undefined && (
        <Alert severity="info">
          {fillTemplate(texts.shared, {
            set,
            collections: ofResources(usersOfRights(declared, set)),
          })}
        </Alert>
      )}
      {dialog}
    </>
  );
}

/** What roles usually may. */
const usual = {
  all: ['list', 'read', 'create', 'update', 'delete', 'export', 'import', 'history', 'restore'],
  write: ['list', 'read', 'create', 'update', 'export'],
  read: ['list', 'read', 'export'],
  nothing: [],
} as const satisfies Record<string, readonly Operation[]>;

type PresetsProps = PermissionsProps & {
  role: string;
  anchor: HTMLElement;
  onEdit: (edit: Edit) => void;
  onClose: () => void;
};

/** All operations of a role at once. */
function Presets({ collection, declared, role, anchor, onEdit, onClose }: PresetsProps) {
  const { presets } = useTexts('structure-rights');
  const path = permissionsPath(declared, collection);
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': anchor.getAttribute('aria-label') ?? '' } }}
    >
      {(Object.keys(usual) as (keyof typeof usual)[]).map((name) => (
        <MenuAction
          key={name}
          dense
          onClose={onClose}
          onChoose={() => onEdit(setRights(declared, { path, role }, usual[name]))}
        >
          <ListItemText>{presets[name]}</ListItemText>
        </MenuAction>
      ))}
    </Menu>
  );
}

type FieldLimitsProps = PermissionsProps & {
  limited: readonly string[];
  onLimit: (field: string) => void;
};

/** Adds the rows of a field that names no roles yet. */
function FieldLimits({ collection, declared, resource, limited, onLimit }: FieldLimitsProps) {
  const texts = useTexts('structure-rights');
  const say = useText();
  const [chosen, setChosen] = useState('');
  const open = toFieldRows(declared, collection).filter(
    ({ name, field }) =>
      !limited.includes(name) &&
      (field['read'] === undefined ||
        (field['write'] === undefined && !resource.fields.get(name)?.readOnly)),
  );
  const shared = toFieldRows(declared, collection).filter(({ set, name }) => {
    const { read, write } = resource.fields.get(name) ?? {};
    return set !== undefined && (read ?? write ?? limited.includes(name));
  });
  const labelOf = (name: string): string => say(resource.fields.get(name)?.label ?? { en: name });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {shared.length > 0 && (
        <Alert severity="info" sx={{ flexBasis: '100%' }}>
          {fillTemplate(texts.sharedFields, {
            fields: shared.map(({ name }) => labelOf(name)).join(', '),
          })}
        </Alert>
      )}
      <Box sx={{ minWidth: 220 }}>
        <NativeSelect
          label={texts.limitField}
          value={chosen}
          none={texts.chooseField}
          options={open.map(({ name }) => [name, labelOf(name)] as const)}
          onChange={setChosen}
        />
      </Box>
      <Button
        disabled={chosen === ''}
        onClick={() => {
          onLimit(chosen);
          setChosen('');
        }}
      >
        {texts.addRows}
      </Button>
    </Box>
  );
}
