import { useSyncExternalStore } from 'react';
import { listenToMode, mode } from '../shell/theme/mode.ts';

export function useMode(): 'light' | 'dark' {
  return useSyncExternalStore(listenToMode, mode);
}
