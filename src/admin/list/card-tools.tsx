import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Box, IconButton } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useTranslate, type RaRecord } from 'react-admin';
import { displayTitle } from '../../descriptor/title.ts';
import { useChildren } from '../record/children/use-children.ts';
import { useResource } from '../kit/use-resource.ts';

const RowMenu = lazy(async () => ({
  default: (await import('./grid/rows/row-menu.tsx')).RowMenu,
}));
const ChildPanel = lazy(async () => ({
  default: (await import('./grid/rows/child-panel.tsx')).ChildPanel,
}));

/** On a card what a row of the grid has: the menu of all that may be done, and the lists of the record. */
export function CardTools({ record }: { record: RaRecord }) {
  const { resource } = useResource();
  const translate = useTranslate();
  const hasLists = useChildren().length > 0;
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const title = displayTitle(resource, record);
  return (
    <>
      <IconButton
        size="small"
        edge="end"
        aria-haspopup="menu"
        aria-label={translate('rows.menu', { title })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ mt: -0.5 }}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Suspense>
        {isOpen && (
          <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
            <ChildPanel record={record} />
          </Box>
        )}
        {anchor && (
          <RowMenu
            record={record}
            at={{ anchor }}
            lists={hasLists ? { isOpen, onToggle: () => setOpen(!isOpen) } : undefined}
            onClose={() => setAnchor(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
