import StructureIcon from '@mui/icons-material/AccountTreeOutlined';
import AdministrationIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import ToolsIcon from '@mui/icons-material/BuildOutlined';
import ChangesIcon from '@mui/icons-material/EditNoteOutlined';
import type { ReactElement } from 'react';
import { useGetList } from 'react-admin';
import { mayAdminister, maySeeStructure } from '../../../../descriptor/access.ts';
import type { BuiltInPage, Descriptor } from '../../../../descriptor/descriptor.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { maySeeChanges, mayUseTools } from '../../core-pages.ts';
import { MenuLink, type MenuLooks } from './menu-link.tsx';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import type { Messages } from '../../../messages/en/app.ts';

type Target = {
  to: string;
  base: string;
  label: (texts: Messages) => string;
  icon: ReactElement;
  may: (descriptor: Descriptor, role: string) => boolean;
};

const targets: Record<BuiltInPage, Target> = {
  tools: {
    to: '/tools/overview',
    base: '/tools',
    label: (texts) => texts.layout.tools,
    icon: <ToolsIcon aria-hidden />,
    may: mayUseTools,
  },
  changes: {
    to: '/changes',
    base: '/changes',
    label: (texts) => texts.layout.changes,
    icon: <ChangesIcon aria-hidden />,
    may: maySeeChanges,
  },
  administration: {
    to: '/admin/overview',
    base: '/admin',
    label: (texts) => texts.layout.administration,
    icon: <AdministrationIcon aria-hidden />,
    may: mayAdminister,
  },
  structure: {
    to: '/structure/overview',
    base: '/structure',
    label: (texts) => texts.structure.title,
    icon: <StructureIcon aria-hidden />,
    may: maySeeStructure,
  },
};

/** The built-in pages that a role may open from the menu, in their usual order. */
export function builtInPagesFor(descriptor: Descriptor, role: string): BuiltInPage[] {
  return (Object.keys(targets) as BuiltInPage[]).filter((name) =>
    targets[name].may(descriptor, role),
  );
}

type BuiltInLinkProps = MenuLooks & {
  name: BuiltInPage;
  /** Addresses below it that have entries of their own. */
  except: readonly string[];
};

/** The link to a page that exists whatever the descriptor says. */
export function BuiltInLink(props: BuiltInLinkProps) {
  return props.name === 'administration' ? <AdminLink {...props} /> : <PlainLink {...props} />;
}

function PlainLink({ name, badge, ...rest }: BuiltInLinkProps & Badge) {
  const { texts } = useI18n();
  const { to, base, label, icon } = targets[name];
  return <MenuLink {...rest} to={to} base={base} label={label(texts)} icon={icon} badge={badge} />;
}

type Badge = { badge?: { count: number; label: string } | undefined };

/** With the number of users waiting for approval. */
function AdminLink(props: BuiltInLinkProps) {
  const { texts } = useI18n();
  const count = useWaiting();
  const badge =
    count > 0 ? { count, label: fillTemplate(texts.layout.waiting, { count }) } : undefined;
  return <PlainLink {...props} badge={badge} />;
}

/** The number of users waiting for approval; events about users make it count again. */
function useWaiting(): number {
  const { total = 0 } = useGetList('users', {
    pagination: { page: 1, perPage: 1 },
    filter: { status: 'pending' },
    meta: { fields: ['status'] },
  });
  return total;
}
