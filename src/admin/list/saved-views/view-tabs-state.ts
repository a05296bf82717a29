import { useSetting } from '../../client/use-setting.ts';
import { useResource } from '../../kit/use-resource.ts';
import { type ListView, useCurrentView, useViews } from '../list-views.ts';

/** The id of the list that the tabs control. */
export const LIST_PANEL = 'list-panel';

/** How a user arranges the tabs of a list, by the ids of views. */
type TabOrder = {
  order?: readonly string[];
  /** True: the view is a tab. Without an entry, views of the installation and the user's own are. */
  pins?: Readonly<Record<string, boolean>>;
};

/** The views that are tabs, in the order of the user, and the others. */
export function useTabsState() {
  const { resource } = useResource();
  const { views, isKnown } = useViews(true);
  const { id: currentId } = useCurrentView();
  const current = views.find(({ id }) => id === currentId);
  const [kept, keep] = useSetting<TabOrder>(`views.${resource.name}`);
  const { order = [], pins = {} } = kept ?? {};
  const place = ({ id }: ListView): number => {
    const at = order.indexOf(id);
    return at < 0 ? Infinity : at;
  };
  const isPinned = ({ id, mine, version }: ListView): boolean =>
    pins[id] ?? (mine || version === undefined);
  const pinned = views
    .filter(isPinned)
    .sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  // The open view has a tab while it is open.
  const tabs = current && !pinned.includes(current) ? [...pinned, current] : pinned;

  const arrange = (ids: readonly string[]): void => keep({ ...kept, order: ids });
  const ids = tabs.map(({ id }) => id);
  return {
    /** The open view; undefined for the list without a view. */
    current,
    tabs,
    others: views.filter((view) => !tabs.includes(view)),
    /** Whether there is a row of tabs; before the saved views have arrived, by what the user arranged last. */
    hasTabs: tabs.length > 0 || (!isKnown && order.length > 0),
    isPinned,
    pin(view: ListView, isTab: boolean): void {
      const others = ids.filter((id) => id !== view.id);
      keep({ order: isTab ? [...others, view.id] : others, pins: { ...pins, [view.id]: isTab } });
    },
    /** Moves a tab to the place of another one. */
    move(id: string, to: number): void {
      const at = ids.indexOf(id);
      if (at < 0 || to < 0 || to >= ids.length || at === to) return;
      arrange(ids.toSpliced(at, 1).toSpliced(to, 0, id));
    },
    /** After a view was created or deleted: the next visit knows at once whether there are tabs. */
    add: (id: string) => arrange([...ids, id]),
    drop(id: string): void {
      const { [id]: _, ...others } = pins;
      keep({ order: ids.filter((each) => each !== id), pins: others });
    },
  };
}
