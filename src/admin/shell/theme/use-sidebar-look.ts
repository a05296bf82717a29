import { useConfig } from '../../client/config.tsx';
import { useSetting } from '../../client/use-setting.ts';
import { activeColours, backgrounds, type SidebarLook } from './sidebar-colours.ts';

export type OwnLook = { [Part in keyof SidebarLook]?: SidebarLook[Part] | undefined };

/** The sidebar's look as the user chose it, on any computer, or else as the descriptor sets it. */
export function useSidebarLook() {
  const declared = useConfig().descriptor.app.sidebar;
  const [kept, choose] = useSetting<OwnLook>('sidebar');
  const own: OwnLook = {
    background: backgrounds.find((each) => each === kept?.background),
    active: activeColours.find((each) => each === kept?.active),
  };
  return {
    look: {
      background: own.background ?? declared.background,
      active: own.active ?? declared.active,
    },
    own,
    /** Undefined restores the look of the descriptor. */
    choose,
  };
}
