import DocsIcon from '@mui/icons-material/DescriptionOutlined';
import { useConfig } from '../../../client/config.tsx';
import { MenuGroup } from './menu-group.tsx';
import { MenuLink, type MenuLooks } from './menu-link.tsx';
import { ResourceIcon } from '../../../resource/resource-icon.ts';
import { useI18n } from '../../../kit/use-i18n.ts';

/** The key under which the open groups store this one; no group of a descriptor has this name. */
const KEY = 'dev menu';

/** The links of the descriptor, for roles with `devMenu` (specification, §2). */
export function DevMenu(looks: MenuLooks) {
  const { texts, say } = useI18n();
  const { descriptor, role, links } = useConfig();
  const entries = Object.entries(links);
  if (!descriptor.roles.get(role)?.devMenu || entries.length === 0) return null;
  const { devMenu: label } = texts.layout;
  const devLinks: Readonly<Record<string, string>> = texts.layout.devLinks;
  return (
    <MenuGroup
      name={KEY}
      label={label}
      icon={<ResourceIcon name="account_tree" />}
      minimised={looks.minimised}
    >
      {entries.map(([name, address]) => {
        const page = descriptor.app.pages.find(({ path }) => path === address);
        return (
          <MenuLink
            {...looks}
            key={name}
            to={address}
            base={address}
            isOutside={page === undefined}
            label={page ? say(page.label) : (devLinks[name] ?? name)}
            icon={page ? <ResourceIcon name={page.icon} /> : <DocsIcon aria-hidden />}
          />
        );
      })}
    </MenuGroup>
  );
}
