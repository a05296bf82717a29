import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import { useConfig } from '../config.tsx';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { useText } from '../use-text.ts';

/** Who is signed in, and as what. */
export function UserBlock({ colours, minimised }: { colours: SidebarColours; minimised: boolean }) {
  const say = useText();
  const { user, descriptor, role } = useConfig();
  const label = descriptor.roles.get(role)?.label;
  const roleName = label === undefined ? role : say(label);
  return (
    <Box
      title={minimised ? `${user.name}, ${roleName}` : undefined}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: minimised ? 0 : 2,
        py: 1.5,
        justifyContent: minimised ? 'center' : 'start',
        borderTop: `1px solid ${colours.hover}`,
      }}
    >
      <Avatar
        aria-hidden
        sx={{
          width: 34,
          height: 34,
          backgroundColor: colours.active,
          color: colours.activeText,
          fontSize: '0.8125rem',
          fontWeight: 650,
        }}
      >
        {initials(user.name)}
      </Avatar>
      {minimised ? null : (
        <Box sx={{ minWidth: 0, lineHeight: 1.35, fontSize: '0.875rem' }}>
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
        </Box>
      )}
    </Box>
  );
}

/** `Ada Lovelace` → `AL`; a name of one word gives one letter. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
