import LogoutIcon from '@mui/icons-material/Logout';
import HelpIcon from '@mui/icons-material/HelpOutline';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import NoticesIcon from '@mui/icons-material/NotificationsNoneOutlined';
import SearchIcon from '@mui/icons-material/Search';
import { Box, useMediaQuery } from '@mui/material';
import { TitlePortal, useLogout } from 'react-admin';
import { PinnedButton } from '../pinned-record/pinned-button.tsx';
import { openPalette, showHelp, showNotices } from '../../kit/palette-state.ts';
import { useConfig } from '../../client/config.tsx';
import { titleCount } from '../../kit/page-title.tsx';
import { AppearanceMenu, LanguageMenu } from './menu/choice-menu.tsx';
import { HintButton } from './hint-button.tsx';
import { latestNotices } from './notice-state.ts';
import { useTexts } from '../../messages/texts.ts';

type TopBarProps = {
  minimised: boolean;
  drawerOpen: boolean;
  onMinimise: () => void;
  onDrawerOpen: () => void;
};

/** The title of the page, and what concerns the whole app. */
export function TopBar({ minimised, drawerOpen, onMinimise, onDrawerOpen }: TopBarProps) {
  const texts = useTexts('app');
  const logout = useLogout();
  const hasNotices = latestNotices.use().length > 0;
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  const resize = minimised ? texts.layout.maximise : texts.layout.minimise;
  const menuLabel = isNarrow ? texts.layout.openMenu : resize;
  return (
    <Box component="header" sx={barSx}>
      <HintButton
        label={menuLabel}
        data-edge="start"
        aria-expanded={isNarrow ? drawerOpen : !minimised}
        onClick={isNarrow ? onDrawerOpen : onMinimise}
      >
        {isNarrow || minimised ? <MenuIcon /> : <MenuOpenIcon />}
      </HintButton>
      <TitlePortal component="h1" variant="h1" sx={titleSx}>
        <AppName />
      </TitlePortal>
      <PinnedButton />
      <HintButton
        label={texts.layout.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
      >
        <SearchIcon />
      </HintButton>
      <HintButton
        label={texts.layout.help}
        aria-haspopup="dialog"
        aria-keyshortcuts="F1"
        onClick={showHelp}
      >
        <HelpIcon />
      </HintButton>
      {hasNotices && (
        <HintButton label={texts.layout.latestNotices} aria-haspopup="dialog" onClick={showNotices}>
          <NoticesIcon />
        </HintButton>
      )}
      <LanguageMenu />
      <AppearanceMenu />
      <HintButton label={texts.layout.signOut} onClick={() => logout()}>
        <LogoutIcon />
      </HintButton>
    </Box>
  );
}

/** There is a heading from the start; the pages come later. The bar does not render again with them. */
function AppName() {
  const { app } = useConfig().descriptor;
  return titleCount.use() === 0 && <span data-title>{app.title}</span>;
}

const barSx = {
  container: 'top-bar / inline-size',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 56,
  px: { xs: 0.5, sm: 1.25 },
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
  '@media print': { display: 'none' },
};

/** Beside the buttons if there is room, and below them on a phone. */
const titleSx = {
  px: 0.75,
  color: 'text.primary',
  // Each page has one title of its own; components of react-admin would add theirs.
  '& > :not([data-title])': { display: 'none' },
  '@media (max-width: 479.95px)': {
    order: 1,
    flexBasis: '100%',
    pb: 1,
    // A page sets its title after the bar is rendered, which must not grow then: one line and the space below it.
    minHeight: 'calc(1.3em + 8px)',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
};
