import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Dashboard from '@mui/icons-material/Dashboard';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { mayDo, maySeeStructure } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { useConfig } from '../config.tsx';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { useText } from '../use-text.ts';
import { toListPath } from '../views/screen-paths.ts';
import { useClosedGroups } from './closed-groups.ts';
import { MenuGroup } from './menu-group.tsx';
import { isFound, toMenuParts } from './menu-groups.ts';
import { MenuLink } from './menu-link.tsx';
import { MenuSearch } from './menu-search.tsx';
import { ResourceIcon } from './resource-icon.ts';

type MainMenuProps = {
  colours: SidebarColours;
  minimised: boolean;
  onNavigate: (() => void) | undefined;
};

/** From so many entries on one looks for them by typing. */
const SEARCH_FROM = 13;

/** The dashboard and every resource the user may list, in the order and the groups of the descriptor. */
export function MainMenu(looks: MainMenuProps) {
  const translate = useTranslate();
  const say = useText();
  const navigate = useNavigate();
  const { descriptor, role } = useConfig();
  const [typed, setTyped] = useState('');
  const listed = [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, 'list'),
  );
  const hasSearch = listed.length >= SEARCH_FROM && !looks.minimised;
  const isSearching = hasSearch && typed.trim() !== '';
  const found = isSearching
    ? listed.filter(({ label }) => isFound(say(label), typed.trim()))
    : listed;
  const { alone, groups } = toMenuParts(descriptor.app, found);
  const openFirst = (): void => {
    const first = alone[0] ?? groups[0]?.resources[0];
    if (!isSearching || first === undefined) return;
    setTyped('');
    looks.onNavigate?.();
    void navigate(toListPath(first));
  };
  return (
    <>
      {hasSearch && (
        <MenuSearch colours={looks.colours} value={typed} onChange={setTyped} onEnter={openFirst} />
      )}
      <Box component="ul" sx={{ display: 'grid', gap: '2px', m: 0, p: 0, listStyle: 'none' }}>
        {!isSearching && (
          <MenuLink
            {...looks}
            to="/dashboard"
            base="/dashboard"
            label={translate('dashboard.title')}
            icon={<Dashboard aria-hidden />}
          />
        )}
        <Entries {...looks} resources={alone} />
        <Groups {...looks} groups={groups} isSearching={isSearching} />
        {!isSearching && maySeeStructure(descriptor, role) && (
          <MenuLink
            {...looks}
            to="/structure/overview"
            base="/structure"
            label={translate('structure.title')}
            icon={<AccountTree aria-hidden />}
          />
        )}
      </Box>
      {isSearching && (
        <Box
          role="status"
          sx={{ px: 1.25, py: 1, fontSize: '0.8125rem', color: looks.colours.soft }}
        >
          {translate('layout.menuFound', { smart_count: found.length })}
        </Box>
      )}
    </>
  );
}

function Entries({ resources, ...looks }: MainMenuProps & { resources: readonly Resource[] }) {
  const say = useText();
  return resources.map((resource) => (
    <MenuLink
      {...looks}
      key={resource.name}
      to={toListPath(resource)}
      base={resource.path}
      label={say(resource.label)}
      icon={<ResourceIcon name={resource.icon} />}
    />
  ));
}

type GroupsProps = MainMenuProps & {
  groups: ReturnType<typeof toMenuParts>['groups'];
  isSearching: boolean;
};

/** What is found is shown, whether its group was closed or not. */
function Groups({ groups, isSearching, ...looks }: GroupsProps) {
  const { closed, toggle } = useClosedGroups();
  return groups.map(({ group, resources }) => (
    <MenuGroup
      key={group.key}
      group={group}
      colours={looks.colours}
      minimised={looks.minimised}
      isOpen={isSearching || looks.minimised || !closed.includes(group.key)}
      onToggle={() => toggle(group.key)}
    >
      <Entries {...looks} resources={resources} />
    </MenuGroup>
  ));
}
