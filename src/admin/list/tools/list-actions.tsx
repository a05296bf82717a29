import AddIcon from '@mui/icons-material/Add';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import type { Filters } from '../../client/list-query.ts';
import { ExportDialog } from '../../resource/lazy-export-dialog.ts';
import { toCreatePath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useGivenByFilter } from '../filters/given-by-filter.ts';
import { PopupTool } from './popup-tools.tsx';
import { useTexts } from '../../messages/texts.ts';

const AsOfDialog = lazyPart(() => import('../as-of-dialog.tsx'), 'AsOfDialog');
const MoreMenu = lazyPart(() => import('./more-menu.tsx'), 'MoreMenu');

/** The actions on the whole list that the role allows: Create as a button, the others in a menu. */
export function ListActions() {
  const { resource, may } = useResource();
  const texts = useTexts('app');
  const { filterValues } = useListContext();
  const values = useGivenByFilter();
  const [open, setOpen] = useState<'asOf' | 'export'>();
  const close = (): void => setOpen(undefined);
  return (
    <div className="list-actions">
      <PopupTool
        icon={<MoreVertIcon />}
        words={texts.list.more}
        aria-haspopup="menu"
        data-edge="end"
      >
        {(popup) => <MoreMenu {...popup} onOpen={setOpen} />}
      </PopupTool>
      {open === 'asOf' && <AsOfDialog onClose={close} />}
      {open === 'export' && (
        <ExportDialog chosen={{ filter: filterValues as Filters }} onClose={close} />
      )}
      {may('create') && (
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          component={Link}
          to={toCreatePath(resource, values && { values })}
          sx={createSx}
        >
          <span>{texts.list.create}</span>
        </Button>
      )}
    </div>
  );
}

// On a phone the plus alone leaves room for the search.
const createSx = {
  minHeight: { xs: 44, md: 36 },
  minWidth: 44,
  '@media (max-width: 599.95px)': {
    px: 1,
    '& .MuiButton-startIcon': { m: 0 },
    '& > span:last-of-type': visuallyHidden,
  },
};
