import { useConfig } from '../../client/config.tsx';
import { useSetting } from '../../client/use-setting.ts';
import { activeColours, backgrounds, type SidebarLook } from './sidebar-colours.ts';

export type OwnLook = { [Part in keyof SidebarLook]?: SidebarLook[Part] | undefined };

/** The sidebar as the user likes it, on any computer; where they have not said, as the descriptor has it. */
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
    /** Nothing said is as everybody has it. */
    choose,
  };
}
