import { createRoot } from 'react-dom/client';
import { call } from '../../client/http.ts';
import { loadTexts } from '../../sign-in/texts.ts';
import { LockScreen } from './lock-screen.tsx';
import { loadLockTexts } from '../../lock/lock-texts.ts';

/** Draws the locked screen over everything; answers how to take it away again. */
export async function drawLock(product: string): Promise<() => void> {
  tellServer();
  await Promise.all([loadTexts(), loadLockTexts()]);
  const container = document.createElement('div');
  container.id = 'lock';
  document.body.append(container);
  const root = createRoot(container);
  root.render(<LockScreen product={product} />);
  return () => {
    root.unmount();
    container.remove();
  };
}

/** Without a connection the screen is locked nevertheless. */
function tellServer(): void {
  call('/api/users/current/lock', { method: 'POST', whileLocked: true }).catch((cause: unknown) =>
    console.error('The server was not told that the screen is locked', cause),
  );
}
