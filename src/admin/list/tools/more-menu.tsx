import DownloadIcon from '@mui/icons-material/FileDownload';
import ImportIcon from '@mui/icons-material/FileUpload';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import TrashIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import AsOfIcon from '@mui/icons-material/EventRepeatOutlined';
import WatchedIcon from '@mui/icons-material/NotificationsActive';
import WatchIcon from '@mui/icons-material/NotificationAddOutlined';
import { ListItemIcon, ListItemText, Menu } from '@mui/material';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { StructureItem } from '../../resource/lazy-structure-links.tsx';
import { showKeys } from '../../kit/palette-state.ts';
import { toImportPath, toTrashPath } from '../../kit/screen-paths.ts';
import { useWatch } from '../../threads/use-watch.ts';
import { useResource } from '../../kit/use-resource.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { MenuAction } from '../menu-action.tsx';
import { useTexts } from '../../messages/texts.ts';

type MoreMenuProps = {
  anchor: HTMLElement;
  onOpen: (dialog: 'asOf' | 'export') => void;
  onClose: () => void;
};

/** The less common actions on a list, as far as the role allows. */
export function MoreMenu({ anchor, onOpen, onClose }: MoreMenuProps) {
  const { resource, may } = useResource();
  const texts = useTexts('app');
  const navigate = useNavigate();
  const watch = useWatch(resource.name);
  const item = (
    isOffered: boolean,
    label: string,
    icon: ReactNode,
    act: (() => void) | typeof watch,
  ) =>
    isOffered && (
      <MenuAction
        key={label}
        {...{ onClose }}
        onChoose={'toggle' in act ? act.toggle : act}
        {...('toggle' in act && { role: 'menuitemcheckbox', 'aria-checked': act.isWatched })}
        sx={{ minHeight: { xs: 44, md: 36 } }}
      >
        <ListItemIcon sx={{ '& svg': { fontSize: 20 } }}>{icon}</ListItemIcon>
        <ListItemText>{label}</ListItemText>
      </MenuAction>
    );
  const hasTrash = may('delete') && resource.trash.days > 0;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: labelledBy(anchor) }}
    >
      {item(may('export'), texts.list.export, <DownloadIcon />, () => onOpen('export'))}
      {item(
        may('import'),
        texts.list.import,
        <ImportIcon />,
        () => void navigate(toImportPath(resource)),
      )}
      {item(
        may('read'),
        texts.list.watch,
        watch.isWatched ? <WatchedIcon color="primary" /> : <WatchIcon />,
        watch,
      )}
      {item(may('history'), texts.list.asOf, <AsOfIcon />, () => onOpen('asOf'))}
      {item(hasTrash, texts.undo.trash, <TrashIcon />, () => void navigate(toTrashPath(resource)))}
      <StructureItem from="list" onClose={onClose} />
      {item(true, texts.grid.keys, <KeyboardIcon />, showKeys)}
    </Menu>
  );
}
