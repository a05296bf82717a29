import { createRoot } from 'react-dom/client';
import { call } from '../../client/http.ts';
import { LockScreen } from './lock-screen.tsx';
import { loadTexts } from '../../messages/texts.ts';

/** Draws the locked screen over everything; answers how to take it away again. */
export async function drawLock(product: string): Promise<() => void> {
  tellServer();
  await loadTexts(import.meta.glob('/src/admin/messages/*/{sign-in,lock}.ts'));
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
