import LogoutIcon from '@mui/icons-material/Logout';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { TitlePortal, useLogout, useTranslate } from 'react-admin';
import { AppearanceMenu } from './appearance-menu.tsx';
import { LanguageMenu } from './language-menu.tsx';

type TopBarProps = {
  minimised: boolean;
  drawerOpen: boolean;
  onMinimise: () => void;
  onDrawerOpen: () => void;
};

/** Stays in sight: where one is, and what concerns the whole app. */
export function TopBar({ minimised, drawerOpen, onMinimise, onDrawerOpen }: TopBarProps) {
  const translate = useTranslate();
  const logout = useLogout();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  const menuLabel = translate(
    isNarrow ? 'layout.openMenu' : minimised ? 'layout.maximise' : 'layout.minimise',
  );
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        zIndex: 'appBar',
        top: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 56,
        px: { xs: 0.5, sm: 1.25 },
        borderBottom: 1,
        borderColor: 'divider',
        backgroundColor: 'background.paper',
        '@media print': { display: 'none' },
      }}
    >
      <Tooltip title={menuLabel}>
        <IconButton
          aria-label={menuLabel}
          aria-expanded={isNarrow ? drawerOpen : !minimised}
          onClick={isNarrow ? onDrawerOpen : onMinimise}
        >
          {isNarrow || minimised ? <MenuIcon /> : <MenuOpenIcon />}
        </IconButton>
      </Tooltip>
      <TitlePortal component="h1" variant="h1" sx={{ px: 0.75, color: 'text.primary' }} />
      <LanguageMenu />
      <AppearanceMenu />
      <Tooltip title={translate('layout.signOut')}>
        <IconButton aria-label={translate('layout.signOut')} onClick={() => logout()}>
          <LogoutIcon />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
