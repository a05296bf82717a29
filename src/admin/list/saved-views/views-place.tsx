import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import { Box, Button, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { useAsOf } from '../../kit/as-of.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useText } from '../../messages/use-text.ts';
import { LIST_PANEL, useTabsState } from './view-tabs-state.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const texts = import.meta.glob('/src/admin/messages/*/list/views.ts');
const ViewTabs = lazyPart(() => import('./view-tabs.tsx'), 'ViewTabs', texts);
const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu', texts);
const ViewCount = lazyPart(() => import('./view-count.tsx'), 'ViewCount', texts);

/** Where the user chooses a view: tabs above the list, or one button on narrow screens and in lists without tabs. */
function useViewsPlace(): 'tabs' | 'button' | 'none' {
  const { hasTabs } = useTabsState();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  if (useAsOf() !== undefined) return 'none';
  return hasTabs && !isNarrow ? 'tabs' : 'button';
}

/** What makes the list the panel of the tabs. */
export function useListPanel() {
  const { resource } = useResource();
  const say = useText();
  const isPanel = useViewsPlace() === 'tabs';
  return {
    id: LIST_PANEL,
    ...(isPanel && { role: 'tabpanel', 'aria-label': say(resource.label) }),
  };
}

/** The saved views as tabs over the list. */
export function ViewsRow() {
  return useViewsPlace() === 'tabs' && <ViewTabs fallback={<Box sx={{ height: 46 }} />} />;
}

/** The button that opens all views; on a narrow screen it names the open one. */
export function ViewsButton() {
  const app = useTexts('app');
  const place = useViewsPlace();
  const { tabs, current, hasTabs } = useTabsState();
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (place !== 'button') return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<BookmarkIcon />}
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={hasTabs ? { ...buttonSx, ...namedSx } : buttonSx}
      >
        <Box component="span" sx={nameSx}>
          {hasTabs
            ? fillTemplate(app.grid.viewOf, { name: current?.name ?? app.grid.all })
            : app.grid.views}
        </Box>
        {hasTabs && <ViewCount tabs={tabs} view={current} />}
      </Button>
      {anchor && <ViewsMenu anchor={anchor} isWhole onClose={() => setAnchor(undefined)} />}
    </>
  );
}

const buttonSx = {
  // It is the first of tools that scroll on a narrow screen.
  flex: 'none',
  borderColor: 'divider',
  bgcolor: 'background.paper',
  height: { xs: 44, md: 36 },
  px: 1.5,
  minWidth: 0,
  maxWidth: 260,
  displayPrint: 'none',
};

// The number comes later, and must not push the tools to another line.
const namedSx = {
  width: { xs: 208, sm: 200 },
  justifyContent: 'flex-start',
  '& .MuiButton-endIcon': { ml: 'auto' },
};

const nameSx = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
