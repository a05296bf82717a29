import type { App } from '../../descriptor/descriptor.ts';
import { palettes } from './palette.ts';

export type SidebarColours = Ground & { active: string; activeText: string };

type Ground = { ground: string; text: string; soft: string; hover: string; edge: string };

/** The grounds a descriptor may choose; in the dark a white sidebar is the colour of paper there. */
const grounds: Record<App['sidebar']['background'], Record<'light' | 'dark', Ground>> = {
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
      ground: '#3d2c23',
      text: '#efe5de',
      soft: '#c9b6aa',
      hover: 'rgb(255 255 255 / 8%)',
      edge: '#3d2c23',
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

// The light palette's colours bear white text, which a filled entry has on every ground.
const actives: Record<App['sidebar']['active'], string> = {
  primary: palettes.light.primary.main,
  info: palettes.light.info.main,
  success: palettes.light.success.main,
  warning: palettes.light.warning.main,
  danger: palettes.light.error.main,
};

export function sidebarColours(
  { background, active }: App['sidebar'],
  mode: 'light' | 'dark',
): SidebarColours {
  return { ...grounds[background][mode], active: actives[active], activeText: '#ffffff' };
}
