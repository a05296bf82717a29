import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { VisitorPages, type SignInDoors } from './visitor-pages.tsx';
import { loadTexts } from '../messages/texts.ts';

/** Draws what a visitor sees; answers how to take it away again. */
export async function drawSignIn(container: HTMLElement, doors: SignInDoors): Promise<() => void> {
  await loadTexts(import.meta.glob('/src/admin/messages/*/sign-in.ts'));
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <VisitorPages {...doors} />
    </StrictMode>,
  );
  return () => root.unmount();
}
