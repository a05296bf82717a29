import LockIcon from '@mui/icons-material/LockOutlined';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useConfig } from '../../client/config.tsx';
import { sayKeys } from '../../kit/say-keys.ts';
import { lock } from '../../client/lock.ts';
import { initials } from './initials.ts';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { useText } from '../../messages/use-text.ts';
import { PROFILE_PATH } from '../../kit/screen-paths.ts';

type UserBlockProps = {
  colours: SidebarColours;
  minimised: boolean;
  onNavigate: (() => void) | undefined;
};

/** Who is signed in, and as what; it leads to the own profile. */
export function UserBlock({ colours, minimised, onNavigate }: UserBlockProps) {
  const translate = useTranslate();
  const say = useText();
  const { user, descriptor, role } = useConfig();
  const label = descriptor.roles.get(role)?.label;
  const roleName = label === undefined ? role : say(label);
  return (
    <Box
      title={minimised ? `${user.name}, ${roleName}` : undefined}
      sx={{
        display: 'flex',
        flexDirection: minimised ? 'column' : 'row',
        alignItems: 'center',
        gap: minimised ? 0.75 : 1.25,
        px: minimised ? 0 : 2,
        py: 1.5,
        justifyContent: minimised ? 'center' : 'start',
        borderTop: `1px solid ${colours.hover}`,
      }}
    >
      <Avatar
        {...(minimised ? { component: Link, to: PROFILE_PATH, onClick: onNavigate } : {})}
        aria-label={minimised ? translate('layout.myProfile') : undefined}
        aria-hidden={!minimised}
        sx={{
          width: 34,
          height: 34,
          backgroundColor: colours.active,
          color: colours.activeText,
          fontSize: '0.8125rem',
          fontWeight: 650,
          textDecoration: 'none',
        }}
      >
        {initials(user.name)}
      </Avatar>
      {minimised ? null : (
        <Box sx={{ flex: 1, minWidth: 0, lineHeight: 1.35, fontSize: '0.875rem' }}>
          <Box
            sx={{
              overflow: 'hidden',
              fontWeight: 600,
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
            title={user.email}
          >
            {user.name}
          </Box>
          <Box sx={{ color: colours.soft, fontSize: '0.78125rem' }}>{roleName}</Box>
          <Box component={Link} to={PROFILE_PATH} onClick={onNavigate} sx={linkSx(colours)}>
            {translate('layout.myProfile')}
          </Box>
        </Box>
      )}
      <ButtonBase
        aria-label={translate('layout.lock')}
        title={`${translate('layout.lock')} (${sayKeys('Alt+Shift+l')})`}
        onClick={lock}
        sx={lockSx(colours)}
      >
        <LockIcon fontSize="small" />
      </ButtonBase>
    </Box>
  );
}

const lockSx = (colours: SidebarColours) => ({
  flexShrink: 0,
  width: 32,
  height: 32,
  borderRadius: '8px',
  color: colours.soft,
  '&:hover': { backgroundColor: colours.hover, color: colours.text },
  '&:focus-visible': { outline: `2px solid ${colours.text}`, outlineOffset: -2 },
});

const linkSx = (colours: SidebarColours) => ({
  display: 'inline-block',
  py: '2px',
  color: colours.text,
  fontSize: '0.8125rem',
  textUnderlineOffset: '0.2em',
  '&:focus-visible': { outline: `2px solid ${colours.text}`, outlineOffset: 2 },
});
