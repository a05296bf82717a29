import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useCurrentView } from '../list-views.ts';

const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');

const ViewName = lazyPart(() => import('./view-name.tsx'), 'ViewName');

/** The name of the list's view, marked if the list has changed since it was saved. */
export function ViewsButton() {
  const translate = useTranslate();
  const { view } = useCurrentView();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<BookmarkIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderColor: 'divider', bgcolor: 'background.paper', height: 36, px: 1.5 }}
      >
        {view ? <ViewName fallback={view.name} view={view} /> : translate('grid.views')}
      </Button>
      {anchor && <ViewsMenu anchor={anchor} current={view} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
