import DuplicateIcon from '@mui/icons-material/LibraryAddOutlined';
import DeleteIcon from '@mui/icons-material/Delete';
import { Button } from '@mui/material';
import { useMemo, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { ActionButtons } from './actions/action-buttons.tsx';
import { useActions } from './actions/use-actions.ts';
import { useConfig } from '../client/config.tsx';
import { mayConfigure } from '../../descriptor/access.ts';
import StructureIcon from '@mui/icons-material/AccountTreeOutlined';
import { toCreatePath, toStructurePath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { CommentsButton } from '../threads/comments-button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useRecordPlace } from './record-place.ts';
import { useRecordRights } from './use-record-rights.ts';
import PinnedIcon from '@mui/icons-material/PushPin';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import { toKept, usePins } from '../resource/kept-records.ts';
import { useWatch } from '../threads/use-watch.ts';
import { WatchToggle } from '../threads/watch-toggle.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** What the user can do with the record besides changing it, as far as the role allows. */
export function RecordActions({ record, onDeleted }: { record: RaRecord; onDeleted: () => void }) {
  const { resource, may } = useResource();
  const mayNow = useRecordRights(record);
  const texts = useTexts('app');
  const { state, leave } = useRecordPlace();
  const actions = useActions(record);
  const targets = useMemo(() => [record], [record]);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <CommentsButton record={record} />
      <PinButton record={record} />
      <WatchButton record={record} />
      <ActionButtons actions={actions} targets={targets} />
      {may('create') && (
        <Button
          color="inherit"
          startIcon={<DuplicateIcon />}
          component={Link}
          to={toCreatePath(resource, { copyOf: record.id })}
          state={state}
        >
          {texts.form.duplicate}
        </Button>
      )}
      {mayNow('delete') && (
        <Button color="error" startIcon={<DeleteIcon />} onClick={() => setDeleting(true)}>
          {texts.form.delete}
        </Button>
      )}
      <StructureButton />
      {isDeleting && (
        <DeleteDialog
          record={record}
          onDeleted={async () => {
            onDeleted();
            await leave();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

/** Leads to the form of the collection. It comes with the record: a button that came later would shift the head. */
function StructureButton() {
  const { resource } = useResource();
  const { descriptor, role } = useConfig();
  const texts = useTexts('app');
  if (!mayConfigure(descriptor, role)) return null;
  return (
    <Button
      color="inherit"
      startIcon={<StructureIcon />}
      component={Link}
      to={`${toStructurePath(resource.name)}?tab=form`}
    >
      {texts.form.structure}
    </Button>
  );
}

/** Puts the record into the menu, or takes it out. */
function PinButton({ record }: { record: RaRecord }) {
  const { resource, may } = useResource();
  const { texts } = useI18n();
  const { pins, toggle } = usePins();
  if (!may('list')) return null;
  const kept = toKept(resource, record);
  const isPinned = pins.some(({ id }) => id === kept.id);
  return (
    <Button
      color="inherit"
      startIcon={isPinned ? <PinnedIcon /> : <PinIcon />}
      aria-pressed={isPinned}
      title={fillTemplate(isPinned ? texts.layout.unpin : texts.layout.pin, { title: kept.label })}
      onClick={() => toggle(kept)}
    >
      {texts.form.pin}
    </Button>
  );
}

/** The inbox tells the user what others change in the record. */
function WatchButton({ record }: { record: RaRecord }) {
  const { resource } = useResource();
  const { form } = useTexts('app');
  const { isWatched, toggle } = useWatch(resource.name, String(record.id));
  return <WatchToggle title={form.watchHint} isWatched={isWatched} onToggle={toggle} />;
}
