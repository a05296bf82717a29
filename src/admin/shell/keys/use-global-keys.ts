import { useEffect } from 'react';
import { isLocked } from '../../client/lock.ts';
import { settingsNow } from '../../client/settings.ts';
import { globalKeys, SINGLE_KEYS } from './global-keys.ts';
import { nameOfKey } from '../../keys/name-of-key.ts';

/** Hears the keys of every page. One that writes something is not heard while somebody is writing. */
export function useGlobalKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isLocked()) return;
  const name = nameOfKey(event);
  const found = globalKeys.find(({ keys }) => keys.includes(name));
  if (!found) return;
  const isSingle = name.length === 1;
  if (isSingle && (isWriting(event.target) || settingsNow()[SINGLE_KEYS] === false)) return;
  event.preventDefault();
  found.run();
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}
