import type { App } from '../../../descriptor/descriptor.ts';

export type SidebarLook = App['sidebar'];

export type SidebarColours = Ground & { active: string; activeText: string };

type Ground = { ground: string; text: string; soft: string; hover: string; edge: string };

/** The backgrounds a descriptor may choose. In dark mode a white sidebar has the colour of paper there. */
const grounds: Record<SidebarLook['background'], Record<'light' | 'dark', Ground>> = {
  white: {
    light: {
      ground: '#ffffff',
      text: '#2b3642',
      soft: '#5a6673',
      hover: 'rgb(26 35 45 / 6%)',
      edge: '#dfe4e9',
    },
    dark: {
      ground: '#171e25',
      text: '#d6dde4',
      soft: '#a2aebb',
      hover: 'rgb(255 255 255 / 7%)',
      edge: '#2a343f',
    },
  },
  brown: {
    light: {
      ground: '#35261e',
      text: '#efe5de',
      soft: '#c9b6aa',
      hover: 'rgb(255 255 255 / 8%)',
      edge: '#35261e',
    },
    dark: {
      ground: '#2a1f19',
      text: '#e9ded6',
      soft: '#c0ada1',
      hover: 'rgb(255 255 255 / 7%)',
      edge: '#3b2d25',
    },
  },
  black: {
    light: {
      ground: '#131920',
      text: '#d9e0e7',
      soft: '#9ba8b5',
      hover: 'rgb(255 255 255 / 8%)',
      edge: '#131920',
    },
    dark: {
      ground: '#0b0f13',
      text: '#d3dae1',
      soft: '#98a5b2',
      hover: 'rgb(255 255 255 / 7%)',
      edge: '#222b34',
    },
  },
};

// White text on them has a contrast of 4.5 : 1, and they stand out from every background with 3 : 1.
const actives: Record<SidebarLook['active'], string> = {
  primary: '#138280',
  info: '#207ab6',
  success: '#31844b',
  warning: '#aa6300',
  danger: '#db342b',
};

export const backgrounds = Object.keys(grounds) as SidebarLook['background'][];
export const activeColours = Object.keys(actives) as SidebarLook['active'][];

export function sidebarColours({ background, active }: SidebarLook, mode: 'light' | 'dark') {
  return { ...grounds[background][mode], active: actives[active], activeText: '#ffffff' };
}
