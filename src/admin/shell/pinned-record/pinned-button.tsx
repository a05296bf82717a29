import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { usePinnedId } from './use-pinned-id.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

// The first list waits for neither: the title loads when a record is pinned, the dialog with a click.
const load = () => import('./pinned-dialog.tsx');
const texts = import.meta.glob('/src/admin/messages/*/pages/workplace.ts');
const PinnedTitle = lazyPart(load, 'PinnedTitle', texts);
const PinnedDialog = lazyPart(load, 'PinnedDialog', texts);

/** Shows the pinned record of `app.current`, and opens the choice of another one. */
export function PinnedButton() {
  const { descriptor } = useConfig();
  const resource = descriptor.resources.get(descriptor.app.current ?? '');
  return resource ? <ButtonOf resource={resource} /> : null;
}

function ButtonOf({ resource }: { resource: Resource }) {
  const { texts: app, say } = useI18n();
  const [id] = usePinnedId();
  const [lastTitle, setLastTitle] = useState<{ id: string; title: string }>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = lastTitle && lastTitle.id === id ? lastTitle.title : undefined;
  const shown =
    id === undefined
      ? fillTemplate(app.layout.allCurrent, { label: say(resource.label) })
      : (title ?? say(resource.label));
  const label =
    id === undefined
      ? `${shown}: ${app.layout.noCurrent}`
      : fillTemplate(app.layout.current, {
          label: say(resource.label),
          title: title ?? app.layout.someCurrent,
        });
  return (
    <>
      <Button
        color="inherit"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={label}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={buttonSx(id !== undefined)}
      >
        <ResourceIcon name={resource.icon} sx={{ fontSize: '1.25rem' }} />
        <span>{shown}</span>
      </Button>
      {id !== undefined && <PinnedTitle resource={resource} onTitle={setLastTitle} />}
      {anchor && (
        <PinnedDialog
          resource={resource}
          label={label}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

const buttonSx = (isChosen: boolean) => ({
  minWidth: 40,
  maxWidth: { xs: 40, sm: 200, lg: 300 },
  px: { xs: 1, sm: 1.25 },
  gap: 1,
  flexShrink: 0,
  color: isChosen ? 'primary.main' : 'text.secondary',
  '& span:last-of-type': {
    display: { xs: 'none', sm: 'block' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // A file beside the page leaves the top bar little room.
  '@container top-bar (max-width: 559.95px)': {
    maxWidth: 40,
    '& span:last-of-type': { display: 'none' },
  },
});
