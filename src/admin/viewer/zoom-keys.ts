import type { KeyboardEvent } from 'react';
import { settings } from '../client/settings.ts';
import { SINGLE_KEYS } from '../kit/keys/single-keys.ts';
import { keyOf } from './viewer-keys.ts';

export type ZoomAction = 'in' | 'out' | 'fit' | 'actual';

const actions: Readonly<Record<string, ZoomAction>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  '1': 'actual',
};

/** The zoom that a pressed key asks for; none if the user has switched such keys off. */
export function zoomActionOf(event: KeyboardEvent): ZoomAction | undefined {
  if (settings.get()[SINGLE_KEYS] === false) return undefined;
  return actions[keyOf(event)];
}
