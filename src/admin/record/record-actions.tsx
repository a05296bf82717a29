import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import EraseIcon from '@mui/icons-material/AutoFixOff';
import DeleteIcon from '@mui/icons-material/Delete';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate, type RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { isOffered } from '../../descriptor/permissions/is-offered.ts';
import { momentOfBrowser } from '../client/moment.ts';
import { ActionButtons } from './actions/action-buttons.tsx';
import { useActions } from './actions/use-actions.ts';
import { toCreatePath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { mayAdminister } from '../../descriptor/access.ts';
import { useConfig } from '../client/config.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useRecordPlace } from './record-place.ts';

const EraseDialog = lazyPart(
  () => import('./erase-dialog.tsx'),
  'EraseDialog',
  import.meta.glob('/src/admin/messages/*/changes.ts'),
);

/** What the user can do with the record besides changing it, as far as the role allows. */
export function RecordActions({ record, onDeleted }: { record: RaRecord; onDeleted: () => void }) {
  const { resource, may, mayWith } = useResource();
  const translate = useTranslate();
  const { state, leave } = useRecordPlace();
  const actions = useActions(record).filter((action) =>
    isOffered(action, record, momentOfBrowser()),
  );
  const [isDeleting, setDeleting] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const { descriptor, role } = useConfig();
  return (
    <>
      <ActionButtons actions={actions} targets={[record]} />
      {may('create') && (
        <Button
          color="inherit"
          startIcon={<ContentCopyIcon />}
          component={Link}
          to={toCreatePath(resource, { copyOf: record.id })}
          state={state}
        >
          {translate('form.duplicate')}
        </Button>
      )}
      {mayAdminister(descriptor, role) && may('history') && (
        <Button color="inherit" startIcon={<EraseIcon />} onClick={() => setErasing(true)}>
          {translate('undo.erase')}
        </Button>
      )}
      {mayWith('delete', record) && (
        <Button color="error" startIcon={<DeleteIcon />} onClick={() => setDeleting(true)}>
          {translate('form.delete')}
        </Button>
      )}
      {isErasing && <EraseDialog id={record.id} onClose={() => setErasing(false)} />}
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
