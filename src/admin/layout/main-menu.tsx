import Dashboard from '@mui/icons-material/Dashboard';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { mayDo } from '../../descriptor/access.ts';
import { useConfig } from '../config.tsx';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { useText } from '../use-text.ts';
import { toListPath } from '../views/screen-paths.ts';
import { MenuLink } from './menu-link.tsx';
import { ResourceIcon } from './resource-icon.ts';

type MainMenuProps = {
  colours: SidebarColours;
  minimised: boolean;
  onNavigate: (() => void) | undefined;
};

/** The dashboard and every resource the user may list, in the order of the descriptor. */
export function MainMenu(looks: MainMenuProps) {
  const translate = useTranslate();
  const say = useText();
  const { descriptor, role } = useConfig();
  const listed = [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, 'list'),
  );
  return (
    <Box component="ul" sx={{ display: 'grid', gap: '2px', m: 0, p: 0, listStyle: 'none' }}>
      <MenuLink
        {...looks}
        to="/dashboard"
        base="/dashboard"
        label={translate('dashboard.title')}
        icon={<Dashboard aria-hidden />}
      />
      {listed.map((resource) => (
        <MenuLink
          {...looks}
          key={resource.name}
          to={toListPath(resource)}
          base={resource.path}
          label={say(resource.label)}
          icon={<ResourceIcon name={resource.icon} />}
        />
      ))}
    </Box>
  );
}
