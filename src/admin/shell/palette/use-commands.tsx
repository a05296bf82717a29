import AddIcon from '@mui/icons-material/Add';
import TrashIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import ThemeIcon from '@mui/icons-material/Contrast';
import DocsIcon from '@mui/icons-material/DescriptionOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import NoticesIcon from '@mui/icons-material/NotificationsNoneOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import LanguageIcon from '@mui/icons-material/Translate';
import { useLogout } from 'react-admin';
import type { Text } from '../../../fields/type/field.ts';
import { textIn } from '../../../fields/problems/localized-text.ts';
import { useConfig } from '../../client/config.tsx';
import { corePages, corePathsFor, resourcesFor } from '../core-pages.ts';
import { toMenuEntries } from '../menu-entry.ts';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { sidebarSize } from '../sidebar-size.ts';
import { lock } from '../../client/account/lock.ts';
import { useTexts } from '../../messages/texts.ts';
import { isLanguage, languageNames } from '../../../fields/problems/languages.ts';
import { usePreference, useLanguageChoice } from '../../client/use-setting.ts';
import { appearances, setAppearance } from '../theme/appearance.ts';
import { useText } from '../../messages/use-text.ts';
import { toCreatePath, toTrashPath } from '../../kit/screen-paths.ts';
import type { Command } from './command-list.tsx';
import { offeredCommands } from './offered-commands.ts';
import { showKeys, showNotices } from '../../kit/palette-state.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';

/** Every command the user may run here, except records; none of them would be refused. */
export function useCommands(): { offered: Command[]; pages: Command[]; others: Command[] } {
  const { languages } = useConfig();
  const say = useText();
  const also = (text: Text) => languages.map((language) => textIn(text, language)).join(' ');
  const offered = offeredCommands().map(({ label, icon, ...command }) => ({
    ...command,
    label: say(label),
    also: also(label),
    icon: <ResourceIcon name={icon} />,
  }));
  return {
    offered,
    pages: usePages(also),
    others: [...useCollectionCommands(also), ...usePreferences(), ...useSessionCommands()],
  };
}

function usePages(also: (text: Text) => string): Command[] {
  const { descriptor, role, links } = useConfig();
  const texts = useTexts('palette');
  const say = useText();
  const entries = toMenuEntries(descriptor, role).map(({ to, label, icon }) => ({
    id: `page:${to}`,
    label: say(label),
    also: also(label),
    icon: <ResourceIcon name={icon} />,
    to,
  }));
  const [first, ...rest] = corePathsFor(descriptor, role).map((path) => ({
    id: `page:${path}`,
    label: texts.pages[path],
    icon: <ResourceIcon name={corePages[path].icon} />,
    to: path,
  }));
  const docs = [
    ['publicApiDocs', texts.publicDocs],
    ['internalApiDocs', texts.internalDocs],
  ] as const;
  const shown = descriptor.roles.get(role)?.devMenu
    ? docs.flatMap(([name, label]) => {
        const href = links[name];
        return href ? [{ id: `docs:${name}`, label, icon: <DocsIcon />, href }] : [];
      })
    : [];
  return [...(first ? [first] : []), ...entries, ...rest, ...shown];
}

/** The ways to a new record and to the trash, of each collection where the user may. */
function useCollectionCommands(also: (text: Text) => string): Command[] {
  const { descriptor, role } = useConfig();
  const texts = useTexts('palette');
  const say = useText();
  const toCommand = ({ name, label }: Resource, kind: 'create' | 'trash') => ({
    id: `${kind}:${name}`,
    label: texts[kind].replace('{name}', say(label)),
    also: also(label),
  });
  const withTrash = resourcesFor(descriptor, role, 'delete').filter(({ trash }) => trash.days > 0);
  return [
    ...resourcesFor(descriptor, role, 'create').map((resource) => ({
      ...toCommand(resource, 'create'),
      icon: <AddIcon />,
      to: toCreatePath(resource),
    })),
    ...withTrash.map((resource) => ({
      ...toCommand(resource, 'trash'),
      icon: <TrashIcon />,
      to: toTrashPath(resource),
    })),
  ];
}

function usePreferences(): Command[] {
  const { languages } = useConfig();
  const texts = useTexts('palette');
  const app = useTexts('app');
  const savePreference = usePreference();
  const speak = useLanguageChoice();
  const spoken = languages.filter(isLanguage);
  return [
    ...appearances.map((theme) => ({
      id: `theme:${theme}`,
      label: texts.theme.replace('{name}', app.layout.themes[theme]),
      icon: <ThemeIcon />,
      run: () => {
        setAppearance(theme);
        savePreference({ theme });
      },
    })),
    ...(spoken.length > 1 ? spoken : []).map((language) => ({
      id: `language:${language}`,
      label: texts.language.replace('{name}', languageNames[language]),
      icon: <LanguageIcon />,
      run: () => speak(language),
    })),
    {
      id: 'sidebar',
      label: texts.minimise,
      icon: <MenuOpenIcon />,
      run: () => sidebarSize.set(sidebarSize.get() === 'wide' ? 'minimised' : 'wide'),
    },
  ];
}

function useSessionCommands(): Command[] {
  const texts = useTexts('palette');
  const app = useTexts('app');
  const logout = useLogout();
  return [
    { id: 'keys', label: texts.keys, icon: <KeyboardIcon />, run: showKeys },
    {
      id: 'notices',
      label: app.layout.latestNotices,
      icon: <NoticesIcon />,
      run: showNotices,
    },
    { id: 'lock', label: texts.lock, icon: <LockIcon />, run: lock },
    { id: 'signOut', label: texts.signOut, icon: <LogoutIcon />, run: () => void logout() },
  ];
}
