import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';
import { createElement } from 'react';
import { useConfig } from '../client/config.tsx';

/** The icon of this name, which the server sent with the settings; a plain list if it did not. */
export function ResourceIcon({ name, ...props }: SvgIconProps & { name: string }) {
  const { icons } = useConfig();
  const d = icons[name] ?? icons['list'];
  return createElement(SvgIcon, { 'aria-hidden': true, ...props }, createElement('path', { d }));
}
