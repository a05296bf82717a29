import type { KeyboardEvent } from 'react';

/** Where to go on when a value is taken over. `here`: the cell itself; `away`: something else has been clicked already. */
export type Onward = 'here' | 'away' | 'down' | 'up' | 'left' | 'right' | 'next' | 'previous';

/** Which way a key leads out of an input; arrows do so as long as one only types (`isQuick`), and else move the cursor. */
export function onwardOf(event: KeyboardEvent, isQuick: boolean): Onward | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (!isQuick || shiftKey || ctrlKey || metaKey || altKey) return undefined;
  return Object.hasOwn(arrows, key) ? arrows[key] : undefined;
}

const arrows: Readonly<Record<string, Onward>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
