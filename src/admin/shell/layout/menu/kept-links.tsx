import CloseIcon from '@mui/icons-material/Close';
import RecentIcon from '@mui/icons-material/ScheduleOutlined';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../../../client/config.tsx';
import {
  keptRecords,
  usePins,
  useRecent,
  type KeptRecord,
} from '../../../resource/kept-records.ts';
import { ResourceIcon } from '../../../resource/resource-icon.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { MenuGroup } from './menu-group.tsx';
import { MenuLink, type MenuLooks } from './menu-link.tsx';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

/** The number of records opened last in the menu. */
const MAX_LINKS = 5;

/** Characters of a title in the menu: about two lines. */
const MAX_TITLE_LENGTH = 50;

/** The records the user has pinned. */
export function PinnedLinks(looks: MenuLooks) {
  const { descriptor, role } = useConfig();
  const { texts } = useI18n();
  const { pins, toggle } = usePins();
  return (
    <KeptGroup
      {...looks}
      name=".pins"
      label={texts.layout.pins}
      icon={<PinIcon aria-hidden />}
      records={keptRecords(pins, descriptor, role)}
      onRemove={toggle}
    />
  );
}

/** The records the user opened last, but for the open one and for the pinned ones. */
export function RecentLinks(looks: MenuLooks) {
  const { descriptor, role } = useConfig();
  const { texts } = useI18n();
  const { pathname } = useLocation();
  const [recent] = useRecent();
  const { pins } = usePins();
  const records = keptRecords(recent, descriptor, role).filter(
    ({ id, to }) => to !== pathname && pins.every((pin) => pin.id !== id),
  );
  // Where there is no room for titles, their icons would all look the same.
  if (looks.minimised) return null;
  return (
    <KeptGroup
      {...looks}
      name=".recent"
      label={texts.layout.recentRecords}
      icon={<RecentIcon aria-hidden />}
      records={records.slice(0, MAX_LINKS)}
    />
  );
}

type KeptGroupProps = MenuLooks & {
  /** No group of a descriptor begins with a point. */
  name: `.${string}`;
  label: string;
  icon: ReactElement;
  records: readonly KeptRecord[];
  onRemove?: (record: KeptRecord) => void;
};

function KeptGroup({ name, label, icon, records, onRemove, ...looks }: KeptGroupProps) {
  const { texts } = useI18n();
  if (records.length === 0) return null;
  return (
    <MenuGroup {...{ name, label, icon }} minimised={looks.minimised}>
      {records.map((record) => (
        <MenuLink
          {...looks}
          key={record.id}
          to={record.to}
          label={shortened(record.label)}
          icon={<ResourceIcon name={record.icon} />}
          end={
            onRemove && !looks.minimised ? (
              <button
                type="button"
                className="menu-unpin"
                aria-label={fillTemplate(texts.layout.unpin, { title: record.label })}
                title={fillTemplate(texts.layout.unpin, { title: record.label })}
                onClick={() => onRemove(record)}
              >
                <CloseIcon aria-hidden />
              </button>
            ) : undefined
          }
        />
      ))}
    </MenuGroup>
  );
}

/** Whole lines of a long title would hide the entries after it; the page of the record has all of it. */
function shortened(title: string): string {
  return title.length > MAX_TITLE_LENGTH
    ? `${title.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`
    : title;
}
