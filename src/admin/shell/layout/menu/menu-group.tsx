import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { useId, type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import { createSignal } from '../../../client/page-state.ts';

type MenuGroupProps = {
  /** The key under which this browser stores that it is closed. */
  name: string;
  label: string;
  icon: ReactElement;
  minimised: boolean;
  /** It is open whatever the user has chosen, because a search found its entries. */
  isFound?: boolean;
  children: ReactNode;
};

/** Entries under a heading that opens and closes them; in the minimised menu, between two lines. */
export function MenuGroup(props: MenuGroupProps) {
  const { name, label, icon, minimised, isFound = false, children } = props;
  const { closed, toggle } = useClosedGroups();
  const isOpen = isFound || minimised || !closed.includes(name);
  const list = useId();
  const entries = (
    <div
      className="menu-fold"
      style={
        isOpen ? { gridTemplateRows: '1fr' } : { gridTemplateRows: '0fr', visibility: 'hidden' }
      }
    >
      <ul id={list} aria-label={label} className="menu-list">
        {children}
      </ul>
    </div>
  );
  if (minimised) return <li className="menu-group">{entries}</li>;
  return (
    <li className="menu-group">
      <button
        type="button"
        className="menu-heading"
        onClick={() => toggle(name)}
        aria-expanded={isOpen}
        aria-controls={list}
      >
        {icon}
        <span className="menu-label">{label}</span>
        <ExpandMoreIcon aria-hidden />
      </button>
      {entries}
    </li>
  );
}

const KEY = 'closedGroups';
const changes = createSignal();

/** The closed groups of the menu, stored in this browser; at first all are open. */
function useClosedGroups(): { closed: readonly string[]; toggle(key: string): void } {
  const text = useSyncExternalStore(changes.listen, () => localStorage.getItem(KEY) ?? '');
  const closed = text === '' ? [] : text.split(' ');
  const toggle = (key: string): void => {
    const others = closed.filter((each) => each !== key);
    localStorage.setItem(KEY, (closed.includes(key) ? others : [...others, key]).join(' '));
    changes.send();
  };
  return { closed, toggle };
}
