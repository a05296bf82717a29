import { createPageState } from './page-state.ts';

/** Whether the last that was heard of the server is that it cannot be reached. */
export const connectionLost = createPageState(false);

// The browser knows of its own line before anything is asked. That the line is back says
// nothing of the server yet: that is found out by asking it.
window.addEventListener('offline', () => connectionLost.set(true));
